import { globSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";

/** The files of the product, and those of the tests beside them. */
export const product = globSync(
  "{functions,shared,infra,scripts,client/{src,example},console/src}/**/*.{ts,tsx}",
)
  // Printed from the document; their types are for those who install the package.
  .filter((file) => !file.startsWith("client/src/generated"))
  .sort();
export const shared = product.filter((file) => file.startsWith("shared/"));
export const everything = [...product, ...globSync("test/**/*.ts"), "vitest.config.ts"];

const texts = new Map(
  [...everything, ...globSync("client/src/generated*.ts")].map((file) => [
    file,
    readFileSync(file, "utf8"),
  ]),
);
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
