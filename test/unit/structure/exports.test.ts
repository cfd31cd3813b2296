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
  it("is imported somewhere", () => {
    const unused = product.flatMap((file) =>
      exportsOf(file)
        .filter((name) => name !== "handler" && !imported.get(file)?.has(name))
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
    const several = [...homes].filter(([, files]) => files.length > 1);
    expect(several.map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([]);
  });
});
