import { describe, expect, it } from "vitest";
import type { DueReturn, ReturnQuestion } from "../../../client/src/eu-vat-client.ts";
import { formatterFor } from "../../../console/src/format/formatter.ts";
import { attentionItems, noteItems } from "../../../console/src/overview/attention.ts";
import { dueIn, isPaymentLate, isPressing } from "../../../console/src/overview/due-day.ts";
import { dueReturns } from "../../../console/src/overview/due-returns.ts";
import type { OverviewFacts } from "../../../console/src/overview/load-overview.ts";
import { afterDone, nextStep, titleOf } from "../../../console/src/overview/next-step.ts";
import { addressOf } from "../../../console/src/shell/page.ts";
import { standing } from "../../make/due-return.ts";
import { sayIn } from "../../make/say.ts";

const words = { say: sayIn("en", "en-GB"), format: formatterFor("en-GB", "") };

const TODAY = "2026-11-28";

/** The facts that the overview reads. */
const factsOf = (returns: readonly DueReturn[], overview: object = {}) =>
  ({
    overview: {
      covered_for_union_oss: true,
      cleanup_required: false,
      threshold: { checks: [{ destination_taxation_applies: true }] },
      changed_periods: [],
      unread_notifications: 0,
      hints: [],
      recount_pending: null,
      ...overview,
    },
    returns,
    today: TODAY,
  }) as unknown as OverviewFacts;

const textsOf = (facts: OverviewFacts) =>
  attentionItems(facts, words).map(({ level, text }) => `${level}: ${text}`);

it("tells of supplies that no return has: rows of imports, and schemes without a registration", () => {
  const amounts = [
    {
      currency: "EUR",
      gross_amount_minor: 12_278,
      taxable_amount_minor: null,
      vat_amount_minor: null,
    },
  ];
  const rows = { import_id: "i", source_id: "shop", row_count: 2, amounts, unread_count: 0 };
  const overview = {
    threshold: { checks: [] },
    open_import_rows: [
      { ...rows, month: "2026-08" },
      { ...rows, month: null, row_count: 3, unread_count: 1 },
      { ...rows, import_id: null, month: "2026-08", row_count: 1, amounts: null },
    ],
    supplies_without_registration: [{ scheme_type: "ioss", period_key: "2026-08", event_count: 1 }],
  };
  const matters = attentionItems(factsOf([], overview), words);
  expect(matters.map(({ text }) => text)).toEqual([
    "2 orders of August 2026 are not in your return yet (shop, €122.78)",
    "3 orders without a date are not in your return yet (shop, €122.78 for 2 of them)",
    "1 order of August 2026 is not in your return yet (shop)",
    expect.stringMatching(
      /, August 2026: no registration covers 1 supply, so no return declares it/,
    ),
  ]);
  expect(matters.map(({ to }) => to)).toEqual([
    { name: "imports", id: "i" },
    { name: "imports", id: "i" },
    { name: "connections" },
    { name: "settings" },
  ]);
});

it("tells of what is open in undeclared returns, and nothing of declared ones", () => {
  const question = {
    kind: "exclusion",
    code: "needs_review_excluded",
    count: 2,
    amounts: null,
    unread_count: 2,
    source_id: null,
    month: null,
    remedy: "decide_events",
  } as ReturnQuestion;
  const changes = { open_questions: [question] };
  const returns = [
    standing("2026-Q2", changes),
    standing("2026-Q1", { ...changes, state: "filed" }),
  ];
  const matters = attentionItems(factsOf(returns), words);
  expect(matters.map(({ text }) => text)).toEqual([
    "Union scheme, Q2 2026: 2 sales and refunds: Waiting for a decision.",
  ]);
  expect(matters.map(({ to }) => to && addressOf(to))).toEqual(["#/review/needs_review/2026-Q2"]);
});

it("tells of the warnings about tax in undeclared returns, of every scheme, and of no other warning", () => {
  const checks = [
    { code: "location_evidence_missing", severity: "warning", count: 43 },
    { code: "rate_not_in_force", severity: "warning", count: 1 },
  ] as const satisfies DueReturn["checks"];
  const returns = [
    standing("2026-Q2", { checks, scheme_type: "non_union_oss" }),
    standing("2026-Q1", { checks, state: "locked" }),
  ];
  const matters = attentionItems(factsOf(returns), words);
  expect(matters.map(({ text }) => text)).toEqual([
    "Non-Union scheme, Q2 2026: 1 sale or refund: This VAT rate is not in force there on that day.",
  ]);
  expect(matters.map(({ to }) => to && addressOf(to))).toEqual([
    "#/review/rate_not_in_force/2026-Q2",
  ]);
});

it("leads from a finding to its list, and from a return that excludes everything to that return", () => {
  const question = { count: 1, amounts: null, source_id: null, month: null };
  const open_questions = [
    { ...question, kind: "check", code: "refund_above_sale", remedy: "review_events" },
    { ...question, kind: "nothing_included", code: "return_not_ready", remedy: "review_events" },
  ] as ReturnQuestion[];
  const matters = attentionItems(factsOf([standing("2026-Q2", { open_questions })]), words);
  expect(matters.map(({ to }) => to && addressOf(to))).toEqual([
    "#/review/refund_above_sale/2026-Q2",
    "#/period/union-oss/2026-Q2",
  ]);
});

it("tells which rates of the ECB a return lacks, and who loads them", () => {
  const lack = { publication_day: "2026-09-30", day_stored: false, currencies: ["PLN", "SEK"] };
  const due = standing("2026-Q3", {
    missing_rates: [
      { ...lack, event_count: 118 },
      { ...lack, day_stored: true, currencies: ["AED"], event_count: 1 },
    ],
  });
  const matters = attentionItems(factsOf([due]), words).filter(({ text }) => text.includes("ECB"));
  expect(matters.map(({ level, text }) => [level, text])).toEqual([
    [
      "warn",
      expect.stringMatching(
        /^Union scheme, Q3 2026: 118 supplies are left out, because the ECB's rates of .*30.* \(PLN, SEK\).*refresh-ecb/,
      ),
    ],
    ["warn", expect.stringMatching(/1 supply is left out, .* have none for AED\..*load-ecb/)],
  ]);
  expect(matters[0]?.to).toEqual({ name: "period", scheme: "union-oss", period: "2026-Q3" });
});

it("tells what to declare to a Member State directly", () => {
  const direct = {
    scheme_type: "union_oss",
    original_period: "2022-Q1",
    member_state_of_consumption: "FR",
    member_state_identification: "SE",
    return_currency: "EUR",
    taxable_amount_minor: 10_000,
    vat_amount_minor: 2_000,
    event_count_difference: 1,
    reason: "after_three_years",
  };
  const overview = { threshold: { checks: [] }, direct_declarations: [direct] };
  expect(attentionItems(factsOf([], overview), words)).toEqual([
    {
      level: "warn",
      text: "Union scheme, Q1 2022: declare €20.00 of VAT to France directly, because its return can be corrected for three years only.",
      to: { name: "period", scheme: "union-oss", period: "2022-Q1" },
      action: "action.open",
    },
  ]);
});

it("returns that are due are those of three quarters and four months, by due day", () => {
  const quarters = ["2026-Q3", "2026-Q2", "2026-Q1", "2025-Q4"].map((key) => standing(key));
  const months = ["2026-07", "2026-06", "2026-05", "2026-04"].map((key) => standing(key));
  expect(dueReturns([...quarters, ...months]).map(({ period_key }) => period_key)).toEqual([
    "2026-Q1",
    "2026-04",
    "2026-05",
    "2026-Q2",
    "2026-06",
    "2026-07",
    "2026-Q3",
  ]);
});

it("returns that are overdue are due days too, however old", () => {
  const quarters = ["2026-Q3", "2026-Q2", "2026-Q1", "2025-Q4"].map((key) => standing(key));
  const missed = standing("2025-Q3", { overdue: true });
  expect(dueReturns([...quarters, missed])[0]).toEqual(missed);
});

describe("what needs attention", () => {
  it("is nothing where all is filed, here or elsewhere, or runs", () => {
    const returns = [
      standing("2026-Q3", { state: "running", filing_status: null }),
      standing("2026-Q2", { state: "filed" }),
      standing("2026-Q1", { state: "filed_elsewhere" }),
    ];
    expect(textsOf(factsOf(returns))).toEqual([]);
  });

  it("is one matter where many returns were missed, which leads to the oldest", () => {
    const keys = ["2026-Q1", "2025-Q4", "2025-Q3", "2021-Q3"];
    const missed = keys.map((key) =>
      standing(key, { overdue: true, filing_status: null, waiting_event_count: null }),
    );
    const matters = attentionItems(factsOf([standing("2026-Q2"), ...missed]), words);
    expect(matters.map(({ level, text, to }) => [level, text, to && addressOf(to)])).toEqual([
      [
        "bad",
        "Union scheme: 4 returns from Q3 2021 to Q1 2026 are past their due days, and no filing of them is recorded. If they were filed, lock them with the day of submission, or record them as filed elsewhere. If not, file them now.",
        "#/period/union-oss/2021-Q3",
      ],
    ]);
  });

  it("is each return that is overdue or due within 14 days, but for the one that the page begins with", () => {
    const returns = [
      standing("2026-09", { overdue: true }),
      standing("2026-10"),
      standing("2026-11", { state: "running" }),
      standing("2026-Q3", { overdue: true, state: "locked" }),
    ];
    expect(textsOf(factsOf(returns))).toEqual([
      "bad: Union scheme, Q3 2026: 28 days overdue.",
      "warn: Import scheme, October 2026: in 2 days.",
    ]);
    const onDay = (filing_due_date: string) =>
      isPressing(standing("2026-10", { filing_due_date }), TODAY);
    expect(["2026-11-28", "2026-12-12", "2026-12-13"].map(onDay)).toEqual([true, true, false]);
  });

  it("is the arrears of a scheme in one matter, which grows with the threat of exclusion", () => {
    const filed = (key: string, outstanding_minor: number, exclusion_warning = false) =>
      standing(key, { state: "filed", outstanding_minor, exclusion_warning });
    const shown = (...returns: readonly DueReturn[]) =>
      attentionItems(factsOf(returns, { as_of: "2026-11-26" }), words).map(
        ({ level, text, to }) => `${level}: ${text.slice(0, 62)} ${to && addressOf(to)}`,
      );
    const old = [filed("2026-Q2", 20_000), filed("2026-Q1", 20_000)];
    expect(shown(filed("2026-Q4", 5), filed("2026-Q3", 0), old[0] as DueReturn)).toEqual([
      "warn: Union scheme: Q2 2026 is past its due day, and not recorded as #/filing/union-oss/2026-Q2",
    ]);
    expect(shown(filed("2026-Q3", 20_000, true), ...old)).toEqual([
      "bad: Union scheme: 3 returns from Q1 2026 to Q3 2026 are past their #/filing/union-oss/2026-Q1",
    ]);
  });

  it("is also what changed, overlaps, is not registered, or is counted anew", () => {
    const overview = {
      covered_for_union_oss: false,
      cleanup_required: true,
      threshold: { checks: [{ destination_taxation_applies: true }] },
      changed_periods: [{ scheme_type: "ioss", period_key: "2026-05" }],
      unread_notifications: 1,
      hints: [{ code: "registration_elsewhere", registration_id: 7, message: "" }],
      recount_pending: {},
    };
    expect(textsOf(factsOf([], overview))).toEqual([
      "bad: Registrations overlap: end or exclude the duplicates.",
      "warn: VAT is due where your customers are, and there is no Union registration today.",
      "warn: Registration 7 is not in the Member State of your seat. Is that intended?",
      "info: A recount is running: figures may still change.",
    ]);
    expect(
      noteItems(factsOf([], overview), words).map(({ level, text, to }) => [
        `${level}: ${text}`,
        to && addressOf(to),
      ]),
    ).toEqual([
      [
        "info: Import scheme, May 2026: has changed since it was locked. The next return declares the change by itself.",
        "#/period/ioss/2026-05",
      ],
      ["info: 1 notification is unread.", "#/notifications"],
    ]);
  });
});

describe("the next step of a return", () => {
  const question = (remedy: string) =>
    ({
      code: remedy === "decide_events" ? "needs_review_excluded" : "refund_above_sale",
      remedy,
      import_id: remedy === "complete_rows" ? "i" : null,
      count: 2,
    }) as ReturnQuestion;
  const stepOf = (dueReturn: DueReturn, all: readonly DueReturn[] = [dueReturn]) => {
    const { text, to, isTask } = nextStep(dueReturn, all);
    return [words.say(text), addressOf(to), isTask];
  };

  it.for<[string, Partial<DueReturn>, [string, string, boolean]]>([
    ["is to lock a ready one", {}, ["Lock and file", "#/filing/union-oss/2026-Q2", true]],
    [
      "is to decide on what waits, before all else",
      { open_questions: [question("decide_events")], filing_status: "review_required" },
      ["Resolve", "#/review/needs_review/2026-Q2", true],
    ],
    [
      "is to complete the rows of an import, the only ones that are open",
      { open_questions: [question("complete_rows")], filing_status: "review_required" },
      ["Resolve", "#/imports/i", true],
    ],
    [
      "is to check one with questions for several pages",
      { open_questions: [question("complete_rows"), question("review_figures")] },
      ["Check", "#/filing/union-oss/2026-Q2", true],
    ],
    [
      "is to check one with questions of several kinds, each with a list of its own",
      { open_questions: [question("decide_events"), question("review_events")] },
      ["Check", "#/filing/union-oss/2026-Q2", true],
    ],
    [
      "is to check one with findings",
      { filing_status: "review_required" },
      ["Check", "#/filing/union-oss/2026-Q2", true],
    ],
    [
      "is to file a locked one",
      { state: "locked" },
      ["File the return", "#/filing/union-oss/2026-Q2", true],
    ],
    [
      "is nothing while it runs",
      { state: "running" },
      ["Show", "#/period/union-oss/2026-Q2", false],
    ],
    [
      "is nothing once it is filed",
      { state: "filed" },
      ["Show", "#/period/union-oss/2026-Q2", false],
    ],
  ])("%s", ([, changes, expected]) => {
    expect(stepOf(standing("2026-Q2", changes))).toEqual(expected);
  });

  it("is that of the registration, where two have a return of the period", () => {
    const german = standing("2026-Q2", {
      state: "locked",
      registration_id: 2,
      member_state_identification: "DE",
    });
    const all = [german, standing("2026-Q2", { state: "filed" })];
    expect(stepOf(german, all)).toEqual(["File the return", "#/filing/union-oss/2026-Q2/2", true]);
  });
});

it("asks no seller outside the Union for the Union scheme that has a scheme of its own", () => {
  const check = (...codes: string[]) => ({
    destination_taxation_applies: true,
    decision: { reasons: codes.map((code) => ({ code })) },
  });
  const asked = (returns: readonly DueReturn[], ...codes: string[]) => {
    const threshold = { checks: [check(...codes)] };
    return textsOf(factsOf(returns, { covered_for_union_oss: false, threshold })).filter((text) =>
      text.includes("no Union registration"),
    ).length;
  };
  const filed = { state: "filed", payment_status: "paid" } as const;
  const ioss = standing("2026-10", filed);
  const nonUnion = standing("2026-Q3", { ...filed, scheme_type: "non_union_oss" });
  expect(asked([ioss], "established_outside_union")).toBe(0);
  expect(asked([nonUnion], "established_outside_union")).toBe(0);
  expect(asked([], "established_outside_union")).toBe(1);
  expect(asked([ioss], "limit_exceeded")).toBe(1);
});

it("says after a return that another one was due, and not that all is done until then", () => {
  const done = standing("2026-Q2", { state: "filed", payment_status: "paid" });
  const late = standing("2025-Q3", { overdue: true });
  const running = standing("2026-Q4", { state: "running" });
  expect(afterDone([running, done, late])).toMatchObject({
    next: late,
    level: "warn",
    text: "filing.doneButOverdue",
  });
  const locked = { ...late, state: "locked" } as const;
  expect(afterDone([running, done, locked])).toMatchObject({ next: locked, level: "warn" });
  expect(afterDone([running, done])).toMatchObject({ level: "good", text: "filing.allDoneUntil" });
  expect(afterDone([done])).toBeUndefined();
});

it("tells of a filed return whose payment is late as of something to do", () => {
  const unpaid = { state: "filed", payment_status: "unpaid", outstanding_minor: 100 } as const;
  const late = standing("2026-Q3", unpaid);
  expect(isPaymentLate(late, TODAY)).toBe(true);
  expect(dueIn(late, TODAY, words)).toBe("28 days overdue");
  expect(titleOf(late, TODAY, undefined)).toBe("due.toPay");
  expect(titleOf(late, late.filing_due_date, undefined)).toBe("due.nothing");
  expect(titleOf(late, TODAY, late)).toBe("due.nextReturn");
  const paid = { ...late, payment_status: "paid" } as const;
  expect([isPaymentLate(paid, TODAY), dueIn(paid, TODAY, words)]).toEqual([false, ""]);
});
