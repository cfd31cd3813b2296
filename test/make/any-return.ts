import fc from "fast-check";
import type { PeriodKey } from "../../shared/core/ids.ts";
import type { CorrectionRow, ReturnRow } from "../../shared/returns/schema.ts";
import {
  MEMBER_STATES,
  type MemberStateCode,
} from "../../shared/vat/reference-data/member-states.ts";
import { type declaredReturn, makeCorrection, makeRow } from "./f1-return.ts";

const CODES = MEMBER_STATES.map(({ code }) => code);
/** Northern Ireland is one for goods alone. */
const OF_SERVICES = CODES.filter((code) => code !== "XI");

const SECTIONS = ["2a", "2b", "2c", "2d"] as const;
const BPS = [1_900, 2_000, 2_100, 2_400, 550, 1_000, 2_550, 1, 9_999] as const;

/** How much a row may be of; above the cents of a line that rounds to no VAT. */
const BASE = fc.oneof(
  fc.integer({ min: 10_000, max: 99_999 }),
  fc.integer({ min: 10_000, max: 10 ** 12 }),
);

/** Base times rate, halves up: what a form that computes it expects. */
const vatOf = (base: number, bps: number): number =>
  Number((BigInt(base) * BigInt(bps) + 5_000n) / 10_000n);

function anyRow(home: MemberStateCode): fc.Arbitrary<ReturnRow> {
  const abroad = OF_SERVICES.filter((code) => code !== home);
  return fc
    .record({
      section: fc.constantFrom(...SECTIONS),
      to: fc.constantFrom(...abroad),
      from: fc.constantFrom(...abroad),
      isStandard: fc.boolean(),
      bps: fc.constantFrom(...BPS),
      base: BASE,
    })
    .map(({ section, to, from, isStandard, bps, base }) =>
      makeRow({
        section,
        member_state_of_consumption: to,
        supply_kind: section === "2a" || section === "2c" ? "services" : "goods",
        from_member_state: section === "2c" || section === "2d" ? from : null,
        rate_category: isStandard ? "standard" : "reduced",
        vat_rate_bps: bps,
        taxable_amount_minor: base,
        vat_amount_minor: vatOf(base, bps),
      }),
    );
}

const anyCorrection = (periods: readonly string[]): fc.Arbitrary<CorrectionRow> =>
  fc
    .record({
      period: fc.constantFrom(...periods),
      to: fc.constantFrom(...CODES),
      vat: fc.oneof(
        fc.integer({ min: 1, max: 10 ** 12 }),
        fc.integer({ min: -(10 ** 12), max: -1 }),
      ),
    })
    .map(({ period, to, vat }) =>
      makeCorrection({
        original_period: period as PeriodKey,
        member_state_of_consumption: to,
        vat_amount_minor: vat,
      }),
    );

const rowKey = (row: ReturnRow): string =>
  [
    row.section,
    row.member_state_of_consumption,
    row.from_member_state,
    row.rate_category,
    row.vat_rate_bps,
  ].join(" ");

/** Rows and corrections of a Union return to `home`, in their order; every row as base times rate. */
export const anyUnionReturn = (
  home: MemberStateCode,
): fc.Arbitrary<Parameters<typeof declaredReturn>> =>
  fc.tuple(
    fc
      .uniqueArray(anyRow(home), { selector: rowKey, maxLength: 60 })
      .map((rows) => rows.toSorted((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1))),
    fc.uniqueArray(anyCorrection(["2024-Q4", "2025-Q1", "2025-Q2", "2021-Q3"]), {
      selector: (one) => `${one.original_period} ${one.member_state_of_consumption}`,
      maxLength: 12,
    }),
  );
