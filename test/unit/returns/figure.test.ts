import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import type { RunningSum } from "../../../shared/ledger/sums/sum.ts";
import { figureFromSums, figureOfLateChanges } from "../../../shared/returns/drill-down/figure.ts";
import type { Return, ReturnRow } from "../../../shared/returns/schema.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
  makeReturn,
  ratesOf,
  reportOf,
} from "../../make/return-input.ts";

const PUBLISHED = { USD: "1.1741", PLN: "4.2735" };
const rates = ["2025-Q1", "2025-Q2", "2025-Q3"].map((period) => ratesOf(period, PUBLISHED));

/** A return in euro, so that rounding shows. */
const options = { rates, state: "DE" as const };

const amount = fc.integer({ min: -90_000, max: 90_000 });
const currency = fc.constantFrom("EUR" as const, "USD" as const, "PLN" as const);
const country = fc.constantFrom("DE", "FR", "PL");
const line = fc
  .record({
    consumption_country: country,
    supply_kind: fc.constantFrom("goods" as const, "services" as const),
    from_country: fc.constantFrom("SE", "PL"),
    vat_rate_bps: fc.constantFrom(1_900, 700),
    currency,
  })
  .chain((key) => fc.tuple(amount, amount).map((amounts) => lineTally(key, ...amounts)));
const correction = fc
  .record({
    consumption_country: country,
    original_period: fc.constantFrom("2025-Q1" as PeriodKey, "2025-Q2" as PeriodKey),
    currency,
  })
  .chain((key) => fc.tuple(amount, amount).map((amounts) => correctionTally(key, ...amounts)));
const excluded = fc
  .constantFrom("needs_review_excluded" as const, "classification_excluded" as const)
  .map((code) => excludedTally(code, 3));
const ledgers = fc.uniqueArray(fc.oneof(line, correction, excluded), {
  selector: ({ key }) => key,
  maxLength: 14,
});

const figureOf = (sums: readonly RunningSum[], asked: Parameters<typeof figureFromSums>[1] = {}) =>
  figureFromSums(makeReturn(sums, options), asked, undefined);

const rowFilter = ({ section, from_member_state, ...row }: ReturnRow) => ({
  section: section ?? undefined,
  member_state_of_consumption: row.member_state_of_consumption,
  vat_rate_bps: row.vat_rate_bps,
  supply_kind: row.supply_kind,
  from_member_state: from_member_state ?? undefined,
  rate_category: row.rate_category,
});

const vatOf = (rows: readonly { readonly vat_amount_minor: number }[]): number =>
  rows.reduce((sum, row) => sum + row.vat_amount_minor, 0);

const cents = (text: string | null): number => Number(text) * 100;

describe("the figure of source events", () => {
  it("is the amount of its row, its correction, its balance and the whole return", () => {
    fc.assert(
      fc.property(ledgers, (sums) => {
        const { report, warnings, total_source_event_count } = computedReturn(sums, options);
        for (const row of report.rows)
          expect(figureOf(sums, rowFilter(row))).toMatchObject(amountsOf(row));
        for (const row of report.corrections) {
          const { original_period, member_state_of_consumption } = row;
          const asked = { original_period, member_state_of_consumption };
          expect(figureOf(sums, asked)).toMatchObject(amountsOf(row));
        }
        for (const balance of report.balances) {
          const { member_state_of_consumption } = balance;
          expect(figureOf(sums, { member_state_of_consumption }).vat_amount_minor).toBe(
            balance.payable_vat_minor,
          );
        }
        expect(figureOf(sums)).toMatchObject({
          event_count: total_source_event_count,
          vat_amount_minor: vatOf([...report.rows, ...report.corrections]),
          as_locked: null,
          since_lock: null,
          late_changes: null,
        });
        for (const { code, count } of warnings) {
          expect(figureOf(sums, { warning: code })).toMatchObject({
            event_count: count,
            excluded_event_count: count,
            vat_amount_minor: null,
            exact_vat_amount: null,
          });
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is within half a cent a row of the exact sum, which rounds to it where it is one row", () => {
    fc.assert(
      fc.property(ledgers, (sums) => {
        const report = reportOf(sums, options);
        const lines = sums.filter(({ key }) => /^(line|correction)/.test(key)).length;
        const { vat_amount_minor, exact_vat_amount } = figureOf(sums);
        const apart = Math.abs(cents(exact_vat_amount) - (vat_amount_minor ?? 0));
        expect(apart).toBeLessThanOrEqual(0.5 * lines + 0.01);
        for (const row of report.rows) {
          const exact = cents(figureOf(sums, rowFilter(row)).exact_vat_amount);
          expect(Math.abs(exact - row.vat_amount_minor)).toBeLessThanOrEqual(0.506);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("names the part of a correction that comes from late changes apart, and counts it in no other", () => {
    const change = {
      original_period: "2025-Q2" as PeriodKey,
      member_state_of_consumption: "DE",
      taxable_amount_minor: 5_000,
      vat_amount_minor: 950,
      event_count_difference: 1,
    };
    const { original_period, member_state_of_consumption, ...late_changes } = change;
    const input = { ...makeReturn([correctionTally({}, -100, -19)], options), late: [change] };
    const asked = { original_period, member_state_of_consumption };
    expect(figureFromSums(input, asked, undefined)).toMatchObject({
      event_count: 1,
      vat_amount_minor: -19,
      late_changes,
    });
    expect(figureFromSums(input, { part: "rows" }, undefined).late_changes).toBeNull();
    expect(figureFromSums(input, { vat_rate_bps: 1_900 }, undefined).late_changes).toBeNull();
    expect(figureOfLateChanges(input, asked)).toMatchObject({
      event_count: null,
      vat_amount_minor: 950,
      late_changes,
    });
    expect(figureOfLateChanges(input, { member_state_of_consumption: "FR" })).toMatchObject({
      vat_amount_minor: 0,
    });
  });
});

const amountsOf = ({
  taxable_amount_minor,
  vat_amount_minor,
  event_count,
}: ReturnRow | Return["corrections"][number]) => ({
  taxable_amount_minor,
  vat_amount_minor,
  event_count,
});
