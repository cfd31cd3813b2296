import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { builtTables } from "../../../../scripts/reference-data/built-tables.ts";

const text = (name: string) =>
  readFileSync(new URL(`../../../../shared/vat/reference-data/${name}`, import.meta.url), "utf8");

it.for(Object.entries(builtTables(text)))(
  "%s is what npm run build-tables makes of its sources",
  ([name, built]) => {
    expect(text(name)).toBe(built);
  },
);
