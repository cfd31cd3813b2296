import { globSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const product = globSync("{functions,shared,infra,scripts}/**/*.ts").sort();
const shared = product.filter((file) => file.startsWith("shared/"));
const everything = [...product, ...globSync("test/**/*.ts"), "vitest.config.ts"];
const texts = new Map(everything.map((file) => [file, readFileSync(file, "utf8")]));
const textOf = (file: string) => texts.get(file) as string;

type Import = { readonly from: string; readonly names: readonly string[]; readonly value: boolean };

/** What a file imports of the project, with the names, and whether any of it is more than a type. */
const importsOf = (file: string): Import[] =>
  [...textOf(file).matchAll(/^(?:import|export)\s+(type\s+)?([^;"]*?)\s*from\s+"(\.[^"]+)"/gm)].map(
    ([, type, clause = "", specifier = ""]) => {
      const parts = clause
        .replace(/[{}]/g, "")
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean);
      return {
        from: normalize(join(file, "..", specifier)),
        names: parts.map((part) => part.replace(/^type\s+/, "").replace(/\s+as\s+.*$/, "")),
        value: !type && !parts.every((part) => part.startsWith("type ")),
      };
    },
  );

const folderOf = (file: string): string => file.split("/")[1] as string;

describe("the folders of shared/", () => {
  const arrows = new Map<string, Set<string>>();
  for (const file of shared) {
    const targets = importsOf(file).filter(
      ({ from, value }) => value && from.startsWith("shared/"),
    );
    for (const { from } of targets) {
      if (folderOf(from) === folderOf(file)) continue;
      arrows.set(folderOf(file), (arrows.get(folderOf(file)) ?? new Set()).add(folderOf(from)));
    }
  }

  it("import values of each other without a circle", () => {
    const placed = new Set<string>();
    const waiting = new Set([...arrows.keys(), ...[...arrows.values()].flatMap((one) => [...one])]);
    for (let moved = true; moved; ) {
      const free = [...waiting].filter((folder) =>
        [...(arrows.get(folder) ?? [])].every((target) => placed.has(target)),
      );
      for (const folder of free) {
        placed.add(folder);
        waiting.delete(folder);
      }
      moved = free.length > 0;
    }
    expect([...waiting]).toEqual([]);
  });

  it("leave the storage to use cases, the API and the functions", () => {
    const allowed = /^(functions|scripts)\/|^shared\/(store|flows|api|telemetry)\//;
    const strangers = product
      .filter((file) => !allowed.test(file))
      .filter((file) => importsOf(file).some(({ from }) => from.startsWith("shared/store/")));
    expect(strangers).toEqual([]);
  });
});

/** The names that a file exports. */
const exportsOf = (file: string): string[] => [
  ...new Set(
    [
      ...textOf(file).matchAll(
        /^export\s+(?:async\s+)?(?:abstract\s+)?(?:const|let|function\*?|class|type|interface)\s+([A-Za-z_$][\w$]*)/gm,
      ),
    ].map(([, name]) => name as string),
  ),
];

/** Names taken by `await import("…")`, whose bindings are read from the line around it. */
const dynamicUses = everything
  .flatMap((file) => [...textOf(file).matchAll(/\bimport\("([^"`]+)"\)/g)].map(() => textOf(file)))
  .join("\n");

describe("an exported name", () => {
  const imported = new Map<string, Set<string>>();
  for (const file of everything) {
    for (const { from, names } of importsOf(file)) {
      const seen = imported.get(from) ?? new Set<string>();
      for (const name of names) seen.add(name);
      imported.set(from, seen);
    }
  }

  it("is imported somewhere", () => {
    const unused = product.flatMap((file) =>
      exportsOf(file)
        .filter((name) => name !== "handler")
        .filter((name) => !imported.get(file)?.has(name) && !imported.get(file)?.has("* as"))
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(dynamicUses))
        .map((name) => `${file}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it("has one meaning in shared/", () => {
    const homes = new Map<string, string[]>();
    for (const file of shared) {
      for (const name of exportsOf(file)) homes.set(name, [...(homes.get(name) ?? []), file]);
    }
    const shared_by_several = [...homes].filter(([, files]) => files.length > 1);
    expect(shared_by_several.map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([]);
  });
});

describe("a scheme", () => {
  /**
   * Rooms whose subject is the schemes, or which stand at the edge: answers and requests are worded
   * in schemas, and where a supply is taxed decides which scheme it is in.
   */
  const NAMING = /^shared\/(schemes|registrations|place-of-supply|api)\/|(?:^|[/-])schema\.ts$/;

  it("is named by its own rooms, schemas and the edge alone", () => {
    const naming =
      /\b(?:UNION_OSS|NON_UNION_OSS|IOSS|isImport)\b|"(?:union_oss|non_union_oss|ioss|imported_goods)"/;
    const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const found = shared
      .filter((file) => !NAMING.test(file))
      .filter((file) => naming.test(code(textOf(file))));
    expect(found).toEqual([]);
  });
});
