import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunningSum } from "../../../../shared/ledger/sums/sum.ts";
import { LockedPeriod } from "../../../../shared/returns/locks/locked-period.ts";
import {
  countryAmounts,
  frozenContent,
  newLock,
} from "../../../../shared/returns/locks/snapshot.ts";
import { legibleHash, makeLock } from "../../../make/locked-period.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
  ratesOf,
  reportOf,
} from "../../../make/return-input.ts";

const Q2 = ratesOf("2025-Q2", { SEK: "11", CZK: "24" });
const Q3 = ratesOf("2025-Q3", { SEK: "10", PLN: "4" });

describe("the snapshot", () => {
  it("holds what is shown of the quarter later", () => {
    const report = computedReturn(
      [
        lineTally({}, 10_000, 1_900, 3),
        correctionTally({ consumption_country: "FR" }, -500, -100),
        excludedTally("needs_review_excluded", 2),
        excludedTally("classification_excluded", 4),
      ],
      { rates: [ratesOf("2025-Q2", {})] },
    );
    const lock = makeLock([], report);
    expect(lock).toMatchObject({
      period_key: "2025-Q3",
      filing_due_date: "2025-10-31",
      filing_status: "review_required",
      nil_return_eligible: false,
      total_source_event_count: 10,
      included_source_event_count: 4,
      excluded_source_event_count: 6,
      warning_count: 6,
      jurisdiction_count: 2,
      totals: { current_vat_minor: 1_900, correction_vat_minor: -100, payable_vat_minor: 1_900 },
      countries: [
        {
          member_state_of_consumption: "DE",
          taxable_minor: 10_000,
          current_vat_minor: 1_900,
          correction_vat_minor: 0,
          payable_vat_minor: 1_900,
        },
        {
          member_state_of_consumption: "FR",
          taxable_minor: 0,
          current_vat_minor: 0,
          correction_vat_minor: -100,
          payable_vat_minor: -100,
        },
      ],
    });
    expect(LockedPeriod.parse(lock)).toEqual(lock);
  });

  it("records all rates of its quarter, and of corrected quarters those that were used", () => {
    const tallies = [
      lineTally({ currency: "SEK" }, 1_000, 190),
      correctionTally({ currency: "SEK" }, -100, -19),
    ];
    const { exchange_rates } = makeLock([], computedReturn(tallies, { rates: [Q2, Q3] }));
    const rates = exchange_rates.map(({ period, currency, rate }) => [period, currency, rate]);
    expect(rates).toEqual([
      // The lev ended in the euro after 2025, the kuna before: it has its irrevocable rate.
      ["2025-Q3", "HRK", "7.53450"],
      ["2025-Q3", "PLN", "4"],
      ["2025-Q3", "SEK", "10"],
      ["2025-Q2", "SEK", "11"],
    ]);
  });
});

describe("the frozen content", () => {
  const contentOf = (tallies: readonly RunningSum[], state: "SE" | "FI" = "SE") =>
    legibleHash(frozenContent(reportOf(tallies, { state, rates: [Q2, Q3] })));

  const base = [lineTally({}, 10_000, 1_900, 2)];

  it.for<[string, readonly RunningSum[], "SE" | "FI"]>([
    ["a cent of VAT", [lineTally({}, 10_000, 1_901, 2)], "SE"],
    ["a cent of taxable amount", [lineTally({}, 10_001, 1_900, 2)], "SE"],
    ["one event more at the same sum", [lineTally({}, 10_000, 1_900, 3)], "SE"],
    ["a rate", [lineTally({ vat_rate_bps: 700 }, 10_000, 1_900, 2)], "SE"],
    ["the kind", [lineTally({ supply_kind: "services" }, 10_000, 1_900, 2)], "SE"],
    ["where the goods leave", [lineTally({ from_country: "PL" }, 10_000, 1_900, 2)], "SE"],
    ["the country", [lineTally({ consumption_country: "FR" }, 10_000, 1_900, 2)], "SE"],
    ["the Member State of identification", base, "FI"],
    ["a correction", [...base, correctionTally({}, -1, 0)], "SE"],
    ["an exclusion", [...base, excludedTally("classification_excluded", 1)], "SE"],
  ])("tells %s", ([, tallies, state]) => {
    expect(contentOf(tallies, state)).not.toBe(contentOf(base));
  });

  it("tells each amount of a correction, and why events are excluded", () => {
    const contents = [
      [correctionTally({}, -200, -40)],
      [correctionTally({}, -201, -40)],
      [correctionTally({}, -200, -41)],
      [correctionTally({ consumption_country: "FR" }, -200, -40)],
      [excludedTally("classification_excluded", 1)],
      [excludedTally("needs_review_excluded", 1)],
    ].map((more) => contentOf([...base, ...more]));
    expect(new Set(contents).size).toBe(6);
  });

  it("is stored with the files of the lock", () => {
    const facts = {
      bridge: { lines: [], unknown: [] },
      changes_seen: 0,
      content_sha256: "0",
      lock_id: "l",
      locked_at: "",
      locked_by: "",
    };
    const exports = [{ id: "f1" }] as never;
    expect(newLock(computedReturn(base), { ...facts, exports }).exports).toEqual([{ id: "f1" }]);
  });

  it("is the same for the same return, whatever it was converted from", () => {
    expect(contentOf([lineTally({ currency: "SEK" }, 100_000, 19_000, 2)])).toBe(contentOf(base));
  });
});

describe("the amounts by Member State", () => {
  it("add up to the totals, refunds set off against nothing", () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const state = fc.constantFrom("DE", "FR", "EL");
    const lines = fc.array(fc.tuple(state, amount, amount), { maxLength: 6 });
    fc.assert(
      fc.property(lines, lines, (rows, corrections) => {
        const tallies = [
          ...rows.map(([consumption_country, ...sums]) =>
            lineTally({ consumption_country }, ...sums),
          ),
          ...corrections.map(([consumption_country, ...sums]) =>
            correctionTally({ consumption_country }, ...sums),
          ),
        ];
        const preview = reportOf(tallies, { rates: [Q2] });
        const states = countryAmounts(preview);
        const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0);
        expect(preview.totals).toEqual({
          taxable_minor: sum(states.map((state) => state.taxable_minor)),
          current_vat_minor: sum(states.map((state) => state.current_vat_minor)),
          correction_vat_minor: sum(states.map((state) => state.correction_vat_minor)),
          payable_vat_minor: sum(states.map((state) => Math.max(0, state.payable_vat_minor))),
        });
      }),
    );
  });
});
