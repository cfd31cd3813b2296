import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchRoute, type Route } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId, PeriodKey } from "../../../shared/core/ids.ts";
import { checkKey, leftOutKey, type RunningSum } from "../../../shared/ledger/sums/sum.ts";
import type { Covered } from "../../../shared/returns/compute/compute.ts";
import {
  openQuestions,
  questionFieldsOn,
  questionsOf,
  type ReturnQuestion,
} from "../../../shared/returns/compute/open-questions.ts";
import { openPoints } from "../../../shared/returns/compute/status.ts";
import { dueReturn } from "../../../shared/returns/overview/load-due-returns.ts";
import { boardRow } from "../../../shared/returns/overview/monitor-account.ts";
import { quarterReadiness } from "../../../shared/returns/overview/quarter-readiness.ts";
import { IOSS } from "../../../shared/vat/schemes/ioss.ts";
import type { Scheme } from "../../../shared/vat/schemes/scheme.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import { CHECK_CODES, exclusion, type WarningCode } from "../../../shared/vat/schemes/warnings.ts";
import { makeOpenRows } from "../../make/open-rows.ts";
import { computedReturn, excludedTally, lineTally } from "../../make/return-input.ts";

const SOLD = lineTally({}, 100, 19);

const checkSum = (code: string, count: number): RunningSum => ({
  key: checkKey(code),
  amounts: { event_count: BigInt(count), writes: 1n },
});

const excludedWith = (code: WarningCode, scheme: Scheme = UNION_OSS): Covered =>
  computedReturn([SOLD, excludedTally(code, 2)], { scheme });

const ROUTES = Object.values<Route>(routes).map((route) => ({ route }));

const EVENTS = "/v1/returns/union-oss/2025-Q3/events?";
const MONTH = "/v1/returns/ioss/2025-08/events?";
const REGISTRATIONS = "/v1/tax-registrations";
const RETURN = "/v1/returns/union-oss/2025-Q3?registration_id=1";

const below = {
  original_period: "2025-Q2" as PeriodKey,
  member_state_of_consumption: "DE",
  declared_vat_minor: 10,
  correction_vat_minor: -30,
  resulting_vat_minor: -20,
  event_count: 1,
};

describe("openQuestions", () => {
  it.for<[string, Covered, ReturnQuestion["remedy"], string, number]>([
    [
      "rows of a file",
      { ...computedReturn([SOLD]), open_import_rows: [makeOpenRows()] },
      "complete_rows",
      "/v1/imports/i1/rows",
      2,
    ],
    [
      "orders of a shop",
      {
        ...computedReturn([SOLD]),
        open_import_rows: [makeOpenRows({ import_id: null, connection_id: "c1", row_count: 3 })],
      },
      "decide_orders",
      "/v1/connections/c1/open-orders",
      3,
    ],
    ["review", excludedWith("needs_review_excluded"), "decide_events", EVENTS, 2],
    ["no origin", excludedWith("missing_origin_excluded", IOSS), "complete_events", MONTH, 2],
    [
      "no value",
      excludedWith("consignment_value_unverified_excluded", IOSS),
      "complete_events",
      MONTH,
      2,
    ],
    ["no sale", excludedWith("correction_reference_missing_excluded"), "record_sale", EVENTS, 2],
    [
      "a wrong sale",
      excludedWith("correction_reference_invalid_excluded"),
      "decide_events",
      EVENTS,
      2,
    ],
    [
      "no opening",
      excludedWith("correction_opening_missing_excluded"),
      "record_opening",
      EVENTS,
      2,
    ],
    [
      "no rate",
      computedReturn([SOLD, lineTally({ currency: "SEK" }, 500, 95, 4)]),
      "add_exchange_rate",
      EVENTS,
      4,
    ],
    [
      "a blocking check",
      computedReturn([SOLD, checkSum("refund_above_sale", 1)]),
      "review_events",
      "/v1/supply-events?period=2025-Q3&warning=refund_above_sale",
      1,
    ],
    ["a line below zero", computedReturn([lineTally({}, -100, -19)]), "review_figures", RETURN, 1],
    [
      "a correction below zero",
      { ...computedReturn([SOLD]), corrections_below_zero: [below] },
      "review_figures",
      RETURN,
      1,
    ],
    [
      "supplies without a registration",
      {
        ...computedReturn([]),
        unregistered: [{ scheme_type: "ioss", period_key: "2025-08" as PeriodKey, event_count: 6 }],
      },
      "change_registrations",
      REGISTRATIONS,
      6,
    ],
    [
      "nothing but what belongs elsewhere",
      computedReturn([excludedTally("classification_excluded", 5)]),
      "review_events",
      EVENTS,
      5,
    ],
  ])("%s has a remedy, and the request that lists it", ([, computed, remedy, path, count]) => {
    const questions = openQuestions(computed);
    expect(questions).toMatchObject([{ remedy, count, path: expect.stringContaining(path) }]);
    const [{ path: request = "" } = {}] = questions;
    expect(matchRoute(ROUTES, "GET", new URL(request, "http://here").pathname)).toBeDefined();
  });

  it("has none of what is decided, of findings that stop nothing, and of a return filed elsewhere", () => {
    const decided = [
      SOLD,
      excludedTally("classification_excluded", 5),
      checkSum("rate_not_in_force", 3),
    ];
    expect(openQuestions(computedReturn(decided))).toEqual([]);
    const openings = [
      {
        period_key: "2025-Q3" as PeriodKey,
        registration_id: 1,
        member_state_identification: "SE",
      },
    ];
    const filed = computedReturn([excludedTally("needs_review_excluded", 2)], { openings });
    expect(openQuestions(filed)).toEqual([]);
  });

  it("asks about figures once the period has ended", () => {
    const computed = computedReturn([lineTally({}, -100, -19), checkSum("refund_above_sale", 1)]);
    const kindsOn = (day: string) =>
      questionFieldsOn(computed, day as IsoDate).open_questions.map(({ kind }) => kind);
    expect(kindsOn("2025-09-30")).toEqual(["check"]);
    expect(kindsOn("2025-10-01")).toEqual(["check", "negative_row"]);
  });

  it("names rows without a day, which keep no return from being ready", () => {
    const open_import_rows = [makeOpenRows({ month: null })];
    const computed = { ...computedReturn([SOLD]), open_import_rows };
    expect(openQuestions(computed)).toMatchObject([{ count: 2, month: null }]);
    expect(openPoints(computed)).toEqual([]);
  });

  it("has the amounts of the sums that were read, and says how many it has not read", () => {
    const code = "needs_review_excluded";
    const computed = excludedWith(code);
    expect(openQuestions(computed)).toMatchObject([{ amounts: null, unread_count: 2 }]);
    const key = leftOutKey({
      ...exclusion(code),
      treatment: "union_oss",
      kind: "sale",
      currency: "EUR",
      segment: "",
    });
    const amounts = { event_count: 1n, taxable_amount_minor: 100n, vat_amount_minor: 19n };
    const left_out = [{ key, amounts }] as RunningSum[];
    expect(openQuestions({ ...computed, left_out })).toMatchObject([
      { amounts: [{ currency: "EUR", gross_amount_minor: 119 }], unread_count: 1 },
    ]);
  });
});

describe("questionsOf", () => {
  it("has what several returns may have once, rows of declared returns, and nothing of locks", () => {
    const shared = makeOpenRows({ month: null });
    const ofReturn = (state: string) => ({
      state,
      open_questions: openQuestions({
        ...computedReturn([SOLD, excludedTally("needs_review_excluded", 2)]),
        open_import_rows: [shared],
      }),
    });
    const questions = questionsOf({
      returns: [ofReturn("open"), ofReturn("locked")],
      open_import_rows: [shared, makeOpenRows({ month: "2025-01", import_id: "i0" })],
    });
    expect(questions.map(({ kind, count }) => [kind, count])).toEqual([
      ["import_rows", 2],
      ["import_rows", 2],
      ["exclusion", 2],
    ]);
  });
});

const Few = fc.integer({ min: 0, max: 3 });

/** Returns that have any of what can be open. */
const AnyReturn = fc
  .record({
    sold: Few,
    negative: fc.boolean(),
    sek: Few,
    review: Few,
    unlinked: Few,
    decided: Few,
    check: fc.constantFrom(...CHECK_CODES),
    checked: Few,
    rows: fc.array(fc.constantFrom("2025-07", "2025-09", null), { maxLength: 3 }),
    isBelow: fc.boolean(),
  })
  .map((one): Covered => {
    const computed = computedReturn([
      ...(one.sold > 0 ? [lineTally({}, 100, 19, one.sold)] : []),
      ...(one.negative ? [lineTally({ consumption_country: "FR" }, -100, -20)] : []),
      ...(one.sek > 0 ? [lineTally({ currency: "SEK" }, 100, 19, one.sek)] : []),
      excludedTally("needs_review_excluded", one.review),
      excludedTally("correction_reference_missing_excluded", one.unlinked),
      excludedTally("classification_excluded", one.decided),
      checkSum(one.check, one.checked),
    ]);
    return {
      ...computed,
      open_import_rows: one.rows.map((month, n) => makeOpenRows({ month, import_id: `i${n}` })),
      corrections_below_zero: one.isBelow ? [below] : [],
    };
  });

it("the number of open questions is the same in the due return, on the board and in the filing preparation", () => {
  const Day = fc.constantFrom("2025-09-01", "2025-10-01", "2025-11-01");
  fc.assert(
    fc.property(AnyReturn, Day, (computed, day) => {
      const today = day as IsoDate;
      const { period, registration } = computed;
      const due = dueReturn({ period, registration, computed }, today);
      const prep = quarterReadiness(computed, today);
      expect(due.open_question_count).toBe(prep.open_question_count);
      expect(due.open_questions).toEqual(prep.open_questions);
      expect(boardRow("acc_1" as LedgerId, due, false).open_questions).toBe(
        prep.open_question_count,
      );
      const isToReview = due.state === "open" && due.filing_status === "review_required";
      if (isToReview) expect(due.open_question_count).toBeGreaterThan(0);
    }),
  );
});
