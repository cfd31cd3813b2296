import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { expiryOf } from "../../shared/ledger/calculate/transaction.ts";
import { RecordsFile } from "../../shared/ledger/supply-records/job.ts";
import { ITEM_GROUPS, ITEMS } from "../../shared/platform/table/registry.ts";
import { ARTIFACT_KINDS } from "../../shared/returns/documents/artifacts.ts";
import { LOCK_FILE_KINDS } from "../../shared/returns/locks/snapshot.ts";

/* docs/operations.md says of everything that is kept how long, why, and what ends it. */
const page = readFileSync("docs/operations.md", "utf8");
const section = page.slice(page.indexOf("\n## Retention"), page.indexOf("\n## Rotate keys"));

type Row = { readonly names: readonly string[]; readonly cells: readonly string[] };

/** The rows of the table with this heading, and what each names in its first cell. */
function rowsUnder(heading: string): Row[] {
  const table = section.slice(section.indexOf(`| ${heading} |`)).split("\n\n")[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => ({
      cells: cells.map((cell) => cell.trim()),
      names: [...(cells[0] ?? "").matchAll(/`([\w ]+)`/g)].map(([, name]) => String(name)),
    }));
}

const items = rowsUnder("Items in the table");
const files = rowsUnder("Files");
const namedIn = (rows: readonly Row[]) => new Set(rows.flatMap(({ names }) => names));

describe("the table of what is kept", () => {
  it("has every group of items, and every item", () => {
    const all = [...Object.keys(ITEM_GROUPS), ...ITEMS.map(({ name }) => name)];
    expect(all.filter((name) => !namedIn(items).has(name))).toEqual([]);
  });

  it("has every kind of file", () => {
    const formats = RecordsFile.shape.format.options;
    const all = [...ARTIFACT_KINDS, ...LOCK_FILE_KINDS, ...formats];
    expect(all.filter((name) => !namedIn(files).has(name))).toEqual([]);
  });

  it("lets those expire whose items may have an end", () => {
    const expiring = items.filter(({ cells }) => cells[2]?.includes("`expires_at`"));
    const families = Object.entries(ITEM_GROUPS).flatMap(([name, { expires }]) =>
      expires ? [name] : [],
    );
    const named = expiring.flatMap(({ names }) => names).filter((name) => name in ITEM_GROUPS);
    expect([...new Set(named)].sort()).toEqual(families.sort());
  });
});

describe("a calculation", () => {
  it.for([
    ["2026-11-22T10:00:00.000Z", "2030-11-22"],
    ["2028-02-29T23:59:59.999Z", "2032-02-29"],
  ] as const)("made at %s may go on %s", ([created_at, day]) => {
    expect(expiryOf({ created_at })).toBe(Date.parse(`${day}T00:00:00Z`) / 1000);
  });
});
