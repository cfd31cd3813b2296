import { describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import { checkKey, type RunningSum } from "../../../shared/ledger/sums/sum.ts";
import { type ComputedReturn, computeReturn } from "../../../shared/returns/compute/compute.ts";
import {
  countsIn,
  filingStateOf,
  openPoints,
  readinessOf,
  uncoveredDetail,
} from "../../../shared/returns/compute/status.ts";
import { IOSS } from "../../../shared/vat/schemes/ioss.ts";
import type { Scheme } from "../../../shared/vat/schemes/scheme.ts";
import { SCHEMES } from "../../../shared/vat/schemes/schemes.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import type { WarningCode } from "../../../shared/vat/schemes/warnings.ts";
import { makeOpenRows } from "../../make/open-rows.ts";
import { computedReturn, excludedTally, lineTally, periodAt } from "../../make/return-input.ts";

type Warnings = Partial<Record<WarningCode, number>>;

/** A return with so many events in it, and those left out. */
const returnWith = (
  included: number,
  excluded: Warnings = {},
  scheme: Scheme = UNION_OSS,
): ComputedReturn =>
  computedReturn(
    [
      lineTally({}, 100, 19, included),
      ...Object.entries(excluded).map(([code, count]) => excludedTally(code as WarningCode, count)),
    ],
    { scheme },
  );

const CASES: readonly [included: number, Warnings, status: string, detail: string][] = [
  [0, {}, "nil_return", "No supply is recorded for 2025-Q3: a nil return."],
  [3, {}, "ready", "3 of 3 source events are in the return."],
  [
    3,
    { classification_excluded: 2 },
    "ready",
    "3 of 5 source events are in the return; 2 do not belong in it.",
  ],
  [
    3,
    { classification_excluded: 1 },
    "ready",
    "3 of 4 source events are in the return; 1 does not belong in it.",
  ],
  [
    0,
    { classification_excluded: 2 },
    "review_required",
    "0 of 2 source events are in the return; check that all of them belong elsewhere.",
  ],
  [
    9,
    {
      needs_review_excluded: 1,
      unsupported_supply_kind_excluded: 4,
      missing_exchange_rate_excluded: 2,
    },
    "review_required",
    "9 of 16 source events are in the return; to be resolved before filing: needs_review_excluded 1, missing_exchange_rate_excluded 2.",
  ],
];

describe("filingStateOf", () => {
  it.for(CASES)("%i included, %j excluded: %s", ([included, excluded, status, detail]) => {
    expect(filingStateOf(returnWith(included, excluded))).toEqual({
      filing_status: status,
      filing_status_detail: detail,
      nil_return_eligible: status === "nil_return",
    });
  });

  const check = (code: string, count: number): RunningSum => ({
    key: checkKey(code),
    amounts: { event_count: BigInt(count) },
  });

  it.for<[what: string, tallies: RunningSum[], status: string, detail: string]>([
    [
      "a blocking check",
      [lineTally({}, 100, 19, 3), check("rate_given_in_percent", 2)],
      "review_required",
      "3 of 3 source events are in the return; to be resolved before filing: rate_given_in_percent 2.",
    ],
    [
      "a blocking check that is settled",
      [lineTally({}, 100, 19, 3), check("rate_given_in_percent", 0)],
      "ready",
      "3 of 3 source events are in the return.",
    ],
    [
      "a warning",
      [lineTally({}, 100, 19, 3), check("vat_differs_from_rate", 2)],
      "ready",
      "3 of 3 source events are in the return.",
    ],
    [
      "a row below zero",
      [lineTally({}, -100, -19, 3)],
      "review_required",
      "3 of 3 source events are in the return; to be resolved before filing: negative_row 1.",
    ],
    [
      "everything at once",
      [
        lineTally({}, -100, -19, 3),
        check("vat_on_b2b_sale", 1),
        excludedTally("needs_review_excluded", 4),
      ],
      "review_required",
      "3 of 7 source events are in the return; to be resolved before filing: needs_review_excluded 4, vat_on_b2b_sale 1, negative_row 1.",
    ],
  ])("with %s", ([, tallies, status, detail]) => {
    expect(filingStateOf(computedReturn(tallies))).toMatchObject({
      filing_status: status,
      filing_status_detail: detail,
    });
  });

  it("asks to look at a correction below zero", () => {
    const made = computedReturn([lineTally({}, 100, 19, 3)]);
    const below = {
      original_period: "2025-Q1" as PeriodKey,
      member_state_of_consumption: "DE",
      declared_vat_minor: 0,
      correction_vat_minor: -1,
      resulting_vat_minor: -1,
      event_count: 1,
    };
    expect(filingStateOf({ ...made, corrections_below_zero: [below] })).toMatchObject({
      filing_status: "review_required",
      filing_status_detail:
        "3 of 3 source events are in the return; to be resolved before filing: correction_below_zero 1.",
    });
  });

  it("calls what an import scheme has none of by its name", () => {
    expect(filingStateOf(returnWith(0, {}, IOSS))).toMatchObject({
      filing_status: "nil_return",
      filing_status_detail: "No import is recorded for 2025-08: a nil return.",
    });
  });

  const COMMON = [
    ["needs_review_excluded", "review_required"],
    ["classification_excluded", "ready"],
    ["unsupported_rate_category_excluded", "ready"],
    ["correction_reference_missing_excluded", "review_required"],
    ["correction_reference_invalid_excluded", "review_required"],
    ["missing_exchange_rate_excluded", "review_required"],
  ] as const;

  it.for<[Scheme, WarningCode, string]>([
    ...COMMON.map(([code, status]): [Scheme, WarningCode, string] => [UNION_OSS, code, status]),
    [UNION_OSS, "unsupported_supply_kind_excluded", "ready"],
    ...COMMON.map(([code, status]): [Scheme, WarningCode, string] => [IOSS, code, status]),
    [IOSS, "excise_goods_excluded", "ready"],
    [IOSS, "consignment_value_exceeded_excluded", "ready"],
    [IOSS, "consignment_value_unverified_excluded", "review_required"],
    [IOSS, "missing_origin_excluded", "review_required"],
    [IOSS, "outside_registration_window_excluded", "ready"],
  ])("one event left out of $id as %s: %s", ([scheme, code, status]) => {
    expect(filingStateOf(returnWith(1, { [code]: 1 }, scheme)).filing_status).toBe(status);
  });

  it.for(SCHEMES.flatMap((scheme) => scheme.warning_codes.map((code) => [scheme, code] as const)))(
    "nothing but one code is no nil return: $0.id %s",
    ([scheme, code]) => {
      expect(filingStateOf(returnWith(0, { [code]: 1 }, scheme))).toMatchObject({
        filing_status: "review_required",
        nil_return_eligible: false,
      });
    },
  );

  it("supplies of another scheme keep a nil return from being said, and no return of late changes", () => {
    const unregistered = [
      { scheme_type: "ioss" as const, period_key: "2025-08" as PeriodKey, event_count: 2 },
    ];
    const nothing = computedReturn([]);
    expect(filingStateOf(nothing).filing_status).toBe("nil_return");
    expect(filingStateOf({ ...nothing, unregistered }).filing_status).toBe("review_required");
    const late = {
      original_period: "2025-Q2" as PeriodKey,
      member_state_of_consumption: "DE",
      taxable_amount_minor: 100,
      vat_amount_minor: 19,
      event_count_difference: 1,
    };
    const correcting = computeReturn({ ...nothing.input, late: [late] });
    expect(filingStateOf({ ...correcting, unregistered }).filing_status).toBe("ready");
  });
});

describe("what waits elsewhere", () => {
  const unregistered = [
    { scheme_type: "ioss" as const, period_key: "2025-08" as PeriodKey, event_count: 2 },
    { scheme_type: "non_union_oss" as const, period_key: "2025-Q3" as PeriodKey, event_count: 1 },
  ];
  const rows = (import_id: string | null, connection_id: string | null, row_count: number) =>
    makeOpenRows({ import_id, connection_id, row_count });
  const open_import_rows = [rows("i1", null, 2), rows("i1", null, 1), rows(null, "c1", 4)];
  const REGISTER =
    "supplies of schemes without a registration are: ioss 2025-08: 2, non_union_oss 2025-Q3: 1. Register for the scheme, or declare them in the Member States of consumption.";
  const ROWS = "rows of imported files or connected shops are not in the ledger: 7.";

  it.for<[string, Partial<ComputedReturn>, string]>([
    ["supplies", { unregistered }, REGISTER],
    ["rows", { open_import_rows }, ROWS],
    ["both", { unregistered, open_import_rows }, `${REGISTER} Besides, ${ROWS}`],
  ])("keeps a nil return from being one: %s", ([, found, why]) => {
    const made = { ...computedReturn([]), ...found } as ComputedReturn;
    expect(readinessOf(made)).toEqual({
      status: "review_required",
      detail: `No supply is recorded for 2025-Q3, but ${why}`,
    });
  });

  it("is an open point: rows of any return, supplies of an empty one", () => {
    const points = (made: ComputedReturn) =>
      openPoints({ ...made, unregistered, open_import_rows }).map(({ message }) => message);
    const waiting =
      "7 of imported files or connected shops are not in the ledger, to be looked at: i1, c1";
    expect(points(computedReturn([lineTally({}, 100, 19)]))).toEqual([waiting]);
    expect(points(computedReturn([]))).toEqual([
      "2 supplies of ioss in 2025-08, which no registration covers",
      "1 supplies of non_union_oss in 2025-Q3, which no registration covers",
      waiting,
    ]);
    expect(openPoints(computedReturn([]))).toEqual([]);
  });
});

describe("the events of a return in words", () => {
  const late = (original_period: string) => ({
    original_period: original_period as PeriodKey,
    member_state_of_consumption: "DE",
    taxable_amount_minor: 100,
    vat_amount_minor: 19,
    event_count_difference: 1,
  });
  const withLate = (made: ComputedReturn) =>
    computeReturn({ ...made.input, late: ["2025-Q1", "2025-Q2", "2025-Q2"].map(late) });

  it.for<[string, ComputedReturn, string]>([
    [
      "some",
      returnWith(3, { classification_excluded: 2 }),
      "3 of 5 source events are in the return",
    ],
    ["none", returnWith(0), "0 of 0 source events are in the return"],
    ["some beside late changes", withLate(returnWith(3)), "3 of 3 source events are in the return"],
    [
      "late changes alone",
      withLate(returnWith(0)),
      "No supply is recorded for 2025-Q3; the return declares late changes of 2025-Q1, 2025-Q2",
    ],
  ])("%s", ([, made, text]) => {
    expect(countsIn(made)).toBe(text);
  });

  it("no return says why there is none", () => {
    const period = periodAt("2025-Q3");
    expect(uncoveredDetail("registration_required", UNION_OSS, period)).toBe(
      "No active or ended union_oss registration covers 2025-Q3.",
    );
    expect(uncoveredDetail("registration_conflict", UNION_OSS, period)).toBe(
      "More than one union_oss registration covers 2025-Q3; end or exclude all but one.",
    );
  });

  it("a return of late changes and excluded events is ready", () => {
    expect(readinessOf(withLate(returnWith(0, { classification_excluded: 2 }))).status).toBe(
      "ready",
    );
  });
});
