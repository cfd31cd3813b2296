import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SCHEMES } from "../../shared/vat/schemes/schemes.ts";
import { SUPPLY_KINDS } from "../../shared/vat/schemes/supply-event.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { SchemeType } from "../../shared/vat/seller/registration.ts";
import { arrowsOfShared, floorsOf, importsOf, product, shared, textOf } from "./imports.ts";

const arrows = arrowsOfShared();

const PAGE = fileURLToPath(new URL("../../docs/architecture.md", import.meta.url));

describe("the folders of shared/", () => {
  it("import values of each other without a circle", () => {
    expect(floorsOf(arrows).circle).toEqual([]);
  });

  it("leave the storage to use cases, the API and the functions", () => {
    const allowed = /^(functions|scripts)\/|^shared\/(store|flows|api|telemetry)\//;
    const strangers = product
      .filter((file) => !allowed.test(file))
      .filter((file) => importsOf(file).some(({ from }) => from.startsWith("shared/store/")));
    expect(strangers).toEqual([]);
  });

  it("stand in docs/architecture.md as they are (vitest -u draws them anew)", async () => {
    const page = readFileSync(PAGE, "utf8");
    const drawn = page.replace(/```mermaid\n[\s\S]*?```/, `\`\`\`mermaid\n${picture()}\`\`\``);
    await expect(drawn).toMatchFileSnapshot(PAGE);
  });
});

/** The floors from the top down, with the arrows that no longer way replaces. */
function picture(): string {
  const floors = floorsOf(arrows).floors.toReversed();
  const lines = floors.flatMap((folders, n) => [
    `  subgraph floor${floors.length - n}[" "]`,
    ...folders.map((folder) => `    ${idOf(folder)}["${folder}"]`),
    "  end",
  ]);
  const ways = [...arrows].sort().flatMap(([from, targets]) =>
    [...targets]
      .sort()
      .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .map((to) => `  ${idOf(from)} --> ${idOf(to)}`),
  );
  return ["flowchart TD", ...lines, ...ways, ""].join("\n");
}

const idOf = (folder: string): string => folder.replaceAll("-", "_");

function reaches(from: string, to: string): boolean {
  return [...(arrows.get(from) ?? [])].some((next) => next === to || reaches(next, to));
}

describe("a scheme", () => {
  /**
   * Rooms whose subject is the schemes, or which stand at the edge: answers and requests are worded
   * in schemas, where a supply is taxed decides which scheme it is in, and a portal's form is of one.
   */
  const NAMING =
    /^shared\/(schemes|registrations|place-of-supply|api|return-files\/formats)\/|(?:^|[/-])schema\.ts$|^shared\/ledger\/placement\.ts$/;

  const supplies = "shared/vat/schemes/supply-event.ts";
  const matches = (file: string, form: RegExp) =>
    [...textOf(file).matchAll(form)].map(([, name = "", body = ""]) => ({ name, body }));

  /** UNION_OSS and the other records. */
  const records = shared
    .filter((file) => file.startsWith("shared/schemes/"))
    .flatMap((file) => matches(file, /^export const (\w+): Scheme =/gm))
    .map(({ name }) => name);

  /** Kinds of supplies that are not the Union scheme's give another one away. */
  const treatment = "union_oss";
  const kindsOfOne = SUPPLY_KINDS.filter(
    (supply_kind) => !UNION_OSS.takes({ supply_kind, treatment }),
  );

  /** And so do the functions that ask for such a kind. */
  const tellers = matches(supplies, /^export const ([a-z]\w*) = ([^;]*);/gm)
    .filter(({ body }) => kindsOfOne.some((kind) => body.includes(`"${kind}"`)))
    .map(({ name }) => name);

  it("is known by these names", () => {
    expect(records).toHaveLength(SCHEMES.length);
    expect(records).toContain("IOSS");
    expect(kindsOfOne).toContain("imported_goods");
    expect(tellers).toContain("isImport");
  });

  it("is named by its own rooms, schemas and the edge alone", () => {
    const names = [...records, ...tellers].join("|");
    const texts = [...SchemeType.options, ...kindsOfOne].join("|");
    const naming = new RegExp(`\\b(?:${names})\\b|"(?:${texts})"`);
    const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const found = shared
      .filter((file) => !NAMING.test(file))
      .filter((file) => naming.test(code(textOf(file))));
    expect(found).toEqual([]);
  });
});
