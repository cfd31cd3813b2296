import { globSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";

/** The files of the product, and those of the tests beside them. */
export const product = globSync(
  "{functions,shared,infra,scripts,client/{src,example}}/**/*.{ts,tsx}",
)
  // Printed from the document; its types are for those who install the package.
  .filter((file) => file !== "client/src/generated.ts")
  .sort();
export const shared = product.filter((file) => file.startsWith("shared/"));
export const everything = [...product, ...globSync("test/**/*.ts"), "vitest.config.ts"];

const texts = new Map(everything.map((file) => [file, readFileSync(file, "utf8")]));
export const textOf = (file: string): string => texts.get(file) as string;

type Import = {
  readonly from: string;
  readonly names: readonly string[];
  /** Whether any of it is more than a type. */
  readonly value: boolean;
};

const STATEMENT = /^(?:import|export)\s+(type\s+)?([^;"]*?)\s*from\s+"(\.[^"]+)"/gm;

/** What a file imports of the project. */
export const importsOf = (file: string): Import[] =>
  [...textOf(file).matchAll(STATEMENT)].map(([, type, clause = "", specifier = ""]) => {
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
  });

const DECLARATION =
  /^export\s+(?:async\s+)?(?:abstract\s+)?(const|let|function\*?|class|type|interface)\s+([A-Za-z_$][\w$]*)/gm;

/** The names that a file exports; a schema and the type of its values bear the same one. */
export const exportsOf = (file: string): { readonly name: string; readonly isType: boolean }[] =>
  [...textOf(file).matchAll(DECLARATION)].map(([, kind = "", name = ""]) => ({
    name,
    isType: kind === "type" || kind === "interface",
  }));

const folderOf = (file: string): string => file.split("/")[1] as string;

/** Which folders of shared/ import values of which others. */
export function arrowsOfShared(): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const file of shared) {
    const own = arrows.get(folderOf(file)) ?? new Set<string>();
    arrows.set(folderOf(file), own);
    for (const { from, value } of importsOf(file)) {
      const to = folderOf(from);
      if (value && from.startsWith("shared/") && to !== folderOf(file)) own.add(to);
    }
  }
  return arrows;
}

/**
 * The folders by floor: each stands above all that it imports. Folders of a circle stand on no floor
 * and are left over.
 */
export function floorsOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): {
  readonly floors: readonly (readonly string[])[];
  readonly circle: readonly string[];
} {
  const floors: string[][] = [];
  const placed = new Set<string>();
  const waiting = new Set(arrows.keys());
  for (;;) {
    const free = [...waiting].filter((folder) =>
      [...(arrows.get(folder) ?? [])].every((target) => placed.has(target)),
    );
    if (free.length === 0) return { floors, circle: [...waiting].sort() };
    floors.push(free.sort());
    for (const folder of free) {
      placed.add(folder);
      waiting.delete(folder);
    }
  }
}
