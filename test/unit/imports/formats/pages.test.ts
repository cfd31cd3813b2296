import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { IMPORT_FORMATS } from "../../../../shared/imports/formats/formats.ts";

/* docs/imports has a page for each format, which names its settings, and no page for anything else. */
const pageOf = (name: string): string => readFileSync(`docs/imports/${name}.md`, "utf8");

const settingsIn = (page: string): string[] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)])
    .map(([, name]) => String(name));

it("has a page for each format, and lists it", () => {
  const names = IMPORT_FORMATS.map(({ name }) => name);
  const pages = readdirSync("docs/imports").filter((file) => file !== "README.md");
  expect(pages.sort()).toEqual(names.map((name) => `${name}.md`).sort());
  const list = pageOf("README");
  expect(names.filter((name) => !list.includes(`[\`${name}\`](${name}.md)`))).toEqual([]);
});

it.each(IMPORT_FORMATS.map((format) => [format.name, format] as const))(
  "names the settings of %s, and no others",
  (name, { settings }) => {
    const { properties } = z.toJSONSchema(settings, { io: "input" }) as JsonObject;
    expect(settingsIn(pageOf(name)).sort()).toEqual(Object.keys(properties).sort());
  },
);

type JsonObject = { readonly properties: Readonly<Record<string, unknown>> };
