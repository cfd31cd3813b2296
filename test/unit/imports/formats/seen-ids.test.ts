import { expect, it } from "vitest";
import { IdScratch, IdTable, SeenIds } from "../../../../shared/imports/formats/seen-ids.ts";

const IDS = 50_000;
const idOf = (n: number): string => `amazon-eu:305-${String(n).padStart(7, "0")}:D${n}`;

it("knows every id of a file again, with what it stood for", () => {
  const seen = new SeenIds();
  const first = Array.from({ length: IDS }, (_, n) => seen.note(idOf(n), `${n % 7}`));
  expect(new Set(first)).toEqual(new Set(["new"]));
  expect(seen.size).toBe(IDS);
  const again = Array.from({ length: IDS }, (_, n) => seen.note(idOf(n), n % 2 ? `${n % 7}` : "x"));
  expect(again.filter((one) => one === "same")).toHaveLength(IDS / 2);
  expect(again.filter((one) => one === "other")).toHaveLength(IDS / 2);
  expect(seen.size).toBe(IDS);
});

it("contains no id that was not added", () => {
  const seen = new SeenIds();
  for (let n = 0; n < IDS; n += 2) seen.note(idOf(n), "");
  const had = Array.from({ length: IDS }, (_, n) => seen.has(idOf(n)));
  expect(had.filter((has, n) => has !== (n % 2 === 0))).toEqual([]);
});

it("takes less than twenty bytes an id, however many there are", () => {
  const table = new IdTable(64, new IdScratch());
  for (let n = 1; n <= IDS; n += 1) {
    table.add(n * 7919, 0);
    if (n >= 64) expect(table.bytes / n).toBeLessThan(20);
  }
});
