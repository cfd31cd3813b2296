import { describe, expect, it } from "vitest";
import { everything, exportsOf, importsOf, product, shared, textOf } from "./imports.ts";

/** What files that import at run time say of it: the bindings are read from their text. */
const dynamicUses = everything
  .map(textOf)
  .filter((text) => /\bimport\(/.test(text))
  .join("\n");

const imported = new Map<string, Set<string>>();
for (const file of everything) {
  for (const { from, names } of importsOf(file)) {
    const seen = imported.get(from) ?? new Set<string>();
    for (const name of names) seen.add(name);
    imported.set(from, seen);
  }
}

describe("an exported name", () => {
  // The text of the client that it prints exports names.
  const files = product.filter((file) => !file.endsWith("/print-client.ts"));

  it("is imported somewhere", () => {
    const unused = files.flatMap((file) =>
      [...new Set(exportsOf(file).map(({ name }) => name))]
        .filter(
          (name) =>
            name !== "handler" && !imported.get(file)?.has(name) && !imported.get(file)?.has("*"),
        )
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(dynamicUses))
        .map((name) => `${file}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it("has one meaning in shared/, where a row of routes or jobs bears the name of what it calls", () => {
    const tables = ["shared/api/routes.ts", "shared/api/jobs.ts"];
    const homes = Map.groupBy(
      shared
        .filter((file) => !tables.includes(file))
        .flatMap((file) => exportsOf(file).map((one) => ({ ...one, file }))),
      ({ name, isType }) => `${isType ? "type" : "value"} ${name}`,
    );
    const several = [...homes].filter(([, found]) => found.length > 1);
    expect(several.map(([name, found]) => `${name}: ${found.map((one) => one.file)}`)).toEqual([]);
  });
});
