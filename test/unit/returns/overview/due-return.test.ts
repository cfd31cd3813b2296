import { expect, test } from "vitest";
import { type IsoDate, type Period, periodNamed } from "../../../../shared/core/calendar/dates.ts";
import { DueReturn } from "../../../../shared/returns/overview/due-return-schema.ts";
import {
  dueReturn,
  type LockState,
  type ReturnContext,
} from "../../../../shared/returns/overview/load-due-returns.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { computedReturn, excludedTally, lineTally } from "../../../make/return-input.ts";

const period = periodNamed("2025-Q3") as Period;
const registration = makeRegistration();

/** What a lock says of itself, as far as it is asked. */
const locked = (filed?: object, today: unknown = "unchanged") => ({
  lock: {
    return_currency: "EUR",
    totals: { payable_vat_minor: 7 },
    warnings: [],
    filed,
  } as unknown as LockState,
  today,
  paid: undefined,
  isExcluding: false,
});

const paidOf = (amount_minor: number) => ({
  ...locked({ filed_at: "2025-10-20" }),
  paid: { payments: [{ amount_minor }] },
});

const waiting = {
  computed: computedReturn([lineTally({}, 100, 19), excludedTally("needs_review_excluded", 2)]),
};

const lacking = {
  publication_day: "2025-09-30" as IsoDate,
  day_stored: false,
  currencies: ["SEK"],
  event_count: 3,
};

test.for<[string, object, string, Partial<DueReturn>]>([
  [
    "a running one",
    waiting,
    "2025-09-30",
    { state: "running", overdue: false, filing_status: null },
  ],
  [
    "an open one",
    waiting,
    "2025-10-31",
    {
      state: "open",
      overdue: false,
      filing_status: "review_required",
      payable_vat_minor: 19,
      waiting_event_count: 2,
    },
  ],
  [
    "an open one that lacks rates",
    { computed: computedReturn([lineTally({ currency: "SEK" }, 100, 19, 3)]) },
    "2025-10-31",
    { state: "open", missing_rates: [lacking] },
  ],
  [
    "a running one that lacks rates",
    { computed: computedReturn([lineTally({ currency: "SEK" }, 100, 19, 3)]) },
    "2025-09-30",
    { state: "running", missing_rates: [] },
  ],
  ["an overdue one", waiting, "2025-11-01", { state: "open", overdue: true }],
  [
    "a locked one",
    locked(),
    "2025-11-01",
    { state: "locked", overdue: true, payable_vat_minor: 7, payable_vat_since_lock_minor: 0 },
  ],
  [
    "a filed one that was paid in part",
    paidOf(3),
    "2026-01-01",
    { state: "filed", payment_status: "part_paid", outstanding_minor: 4 },
  ],
  [
    "a filed one that was paid",
    paidOf(7),
    "2026-01-01",
    { state: "filed", payment_status: "paid", outstanding_minor: 0 },
  ],
  [
    "a filed one that is the third in arrears",
    { ...paidOf(0), isExcluding: true },
    "2026-01-01",
    { payment_status: "unpaid", exclusion_warning: true },
  ],
  [
    "a locked one that has changed",
    locked(undefined, waiting.computed),
    "2025-10-31",
    { payable_vat_minor: 7, payable_vat_since_lock_minor: 12 },
  ],
  [
    "a locked one in another currency",
    {
      ...locked(undefined, computedReturn([])),
      lock: { ...locked().lock, return_currency: "SEK" },
    },
    "2025-10-31",
    { payable_vat_since_lock_minor: null },
  ],
  [
    "a locked one of long ago",
    locked(undefined, "not compared"),
    "2025-11-01",
    { payable_vat_minor: 7, payable_vat_since_lock_minor: null },
  ],
  [
    "a missed one of long ago",
    { isMissed: true, registrations: [registration] },
    "2025-11-01",
    { state: "open", overdue: true, payable_vat_minor: null, waiting_event_count: null },
  ],
  [
    "a filed one",
    locked({}),
    "2025-11-01",
    { state: "filed", overdue: false, filing_status: null },
  ],
  [
    "one that was filed elsewhere",
    { isFiledElsewhere: true },
    "2025-11-01",
    { state: "filed_elsewhere", overdue: false, payable_vat_minor: null },
  ],
])("%s", ([, ground, today, expected]) => {
  const made = dueReturn({ period, registration, ...ground } as ReturnContext, today as IsoDate);
  expect(DueReturn.parse(made)).toEqual(made);
  expect(made).toMatchObject({
    scheme_type: "union_oss",
    period_key: "2025-Q3",
    filing_due_date: "2025-10-31",
    ...expected,
  });
});
