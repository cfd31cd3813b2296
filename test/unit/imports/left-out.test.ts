import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addedUp,
  type LeftOut,
  leftOutOfPart,
  leftOutRow,
} from "../../../shared/imports/jobs/left-out.ts";

const row = (month: string, reason = "export", gross_minor?: number): LeftOut =>
  leftOutRow(reason, month === "" ? undefined : `${month}-05`, {
    ...(gross_minor !== undefined && { currency: "EUR", gross_minor }),
  });

it("adds up rows of a month, reason and currency, and counts those without an amount", () => {
  const all = [row("2026-01", "export", 100), row("2026-01", "export", -40), row("2026-01")];
  expect(addedUp(all)).toEqual([
    { month: "2026-01", reason: "export", currency: "", rows: 1, gross_amount_minor: 0, unread: 1 },
    {
      month: "2026-01",
      reason: "export",
      currency: "EUR",
      rows: 2,
      gross_amount_minor: 60,
      unread: 0,
    },
  ]);
});

it("keeps at most 30 sums of a part and 400 of an import, and loses no row", () => {
  const month = fc.integer({ min: 0, max: 600 }).map((n) => `m${n}`);
  const rows = fc.array(fc.record({ month, gross: fc.integer({ min: -1_000, max: 1_000 }) }), {
    maxLength: 60,
  });
  const known = Array.from({ length: 390 }, (_, n) => row(`m${n}`, "export", 1));
  const total = (all: readonly LeftOut[]) => [
    all.reduce((sum, one) => sum + one.rows, 0),
    all.reduce((sum, one) => sum + one.gross_amount_minor, 0),
  ];
  fc.assert(
    fc.property(rows, fc.constantFrom([], known), (drawn, before) => {
      const all = drawn.map(({ month, gross }) => ({ ...row("", "export", gross), month }));
      const kept = leftOutOfPart(all, before);
      expect(total(kept)).toEqual(total(all));
      const other = kept.filter(({ reason }) => reason === "other");
      expect(kept.length - other.length).toBeLessThanOrEqual(30);
      const after = addedUp([...before, ...kept.filter(({ reason }) => reason !== "other")]);
      expect(after.length).toBeLessThanOrEqual(400);
    }),
  );
});
