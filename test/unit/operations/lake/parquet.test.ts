import { expect, it } from "vitest";
import { LAKE_TABLES, type LakeRow } from "../../../../shared/operations/lake/tables.ts";
import { parquetOf, rowsOfParquet } from "../../../../shared/operations/lake/write-lake.ts";

const row = (account_id: string, version: string, more: object = {}): LakeRow =>
  ({ account_id, version, changed_at: "2026-11-27T10:00:00.000Z", ...more }) as LakeRow;

const given = [
  row("shop-b", "0002", { event_id: "last", taxable_amount_minor: -1_000 }),
  row("shop-a", "0003", { undone: true }),
  row("shop-b", "0001", { vat_amount_minor: 9_007_199_254_740_991, location_evidence: "[]" }),
  row("shop-a", "0001", { taxable_amount_minor: 0, description: "Müsli" }),
];

it("a file of the lake has every cell, by account and version, and nothing where nothing was", async () => {
  const rows = await rowsOfParquet(parquetOf("events", given));
  const columns = Object.keys(LAKE_TABLES.events);
  const whole = (one: LakeRow | undefined) =>
    Object.fromEntries(columns.map((name) => [name, one?.[name] ?? null]));
  expect(rows).toEqual([given[3], given[1], given[2], given[0]].map(whole));
  expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => columns));
});

it("rows stay as they were given, and a file may have none", async () => {
  expect(given.map(({ version }) => version)).toEqual(["0002", "0003", "0001", "0001"]);
  expect(await rowsOfParquet(parquetOf("locks", []))).toEqual([]);
});
