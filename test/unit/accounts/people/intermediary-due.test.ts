import { expect, it } from "vitest";
import { isAskedFor } from "../../../../shared/accounts/people/board.ts";
import { dueSums } from "../../../../shared/accounts/people/intermediary-due.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { makeBoardRow } from "../../../make/board-row.ts";

const october = {
  scheme_type: "ioss",
  period_key: "2026-10" as PeriodKey,
  filing_due_date: "2026-11-30" as IsoDate,
  member_state_identification: "NL",
  intermediary_name: "Delta Fiscal B.V.",
  intermediary_number_masked: "IN********17",
} as const;
const open = makeBoardRow({ ...october, payable_vat_minor: 1_000, correction_vat_minor: -200 });
const locked = makeBoardRow({ ...open, state: "locked", outstanding_minor: 300 });
const unknown = makeBoardRow({ ...open, payable_vat_minor: null, correction_vat_minor: null });

it("the returns of a month are added up for their intermediary", () => {
  const { scheme_type: _, ...named } = october;
  expect(dueSums([open, locked, unknown])).toEqual([
    {
      ...named,
      return_currency: "EUR",
      returns: 3,
      open_returns: 2,
      returns_without_amount: 1,
      payable_vat_minor: 2_000,
      correction_vat_minor: -400,
      outstanding_minor: 1_300,
    },
  ]);
});

it("each Member State, month, currency and intermediary has a total of its own, the next due day first", () => {
  const september = {
    period_key: "2026-09" as PeriodKey,
    filing_due_date: "2026-10-31" as IsoDate,
  };
  const rows = [
    open,
    makeBoardRow({ ...open, return_currency: "SEK" }),
    makeBoardRow({ ...open, member_state_identification: "IE" }),
    makeBoardRow({ ...open, intermediary_number_masked: null }),
    makeBoardRow({ ...open, ...september }),
  ];
  const sums = dueSums(rows);
  expect([sums.length, sums[0]?.period_key]).toEqual([5, "2026-09"]);
});

it("running returns and those without an intermediary are in no total", () => {
  expect(dueSums([makeBoardRow(), makeBoardRow({ ...open, state: "running" })])).toEqual([]);
});

it.for([
  ["IN********17", true],
  ["Delta Fiscal B.V.", true],
  ["IN********18", false],
] as const)(
  "the board narrowed to the intermediary %s has its return: %s",
  ([intermediary, expected]) => {
    expect(isAskedFor({ ...open, as_of: "" }, { intermediary })).toBe(expected);
  },
);
