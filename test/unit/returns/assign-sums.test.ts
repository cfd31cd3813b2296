import { describe, expect, it, test } from "vitest";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import {
  checkKey,
  parseReturnKey,
  type RunningSum,
  type SumCorrection,
} from "../../../shared/ledger/sums/sum.ts";
import {
  assignSums,
  isFiledElsewhere,
  isOfOtherRegistration,
} from "../../../shared/returns/compute/assign-sums.ts";
import type { Registration } from "../../../shared/vat/seller/registration.ts";
import { makeRegistration } from "../../make/registration.ts";
import { correctionTally, excludedTally, lineTally, makeReturn } from "../../make/return-input.ts";

const state = (
  member_state_identification: string,
  fields: Parameters<typeof makeRegistration>[0] = {},
) => makeRegistration({ member_state_identification, ...fields });

const ended = (effective_to: string) => ({ status: "ended", effective_to });

/** The rules of the return of 2025-Q3 under the first registration. */
const rulesUnder = (registrations: readonly Registration[], own = registrations[0]) => ({
  ...makeReturn([], { registrations }),
  coverage: { status: "covered", registration: own as Registration } as const,
});

/** The list of the return that a sum is in, with its code and status if it is excluded; "ignored" if it is in none. */
function placeOf(sum: RunningSum, rules: ReturnType<typeof makeReturn>): string {
  const { lines, corrections, excluded } = assignSums([sum], rules);
  const [first] = excluded;
  if (first) return `${first.code} ${first.status}`;
  return lines.length + corrections.length === 0 ? "ignored" : lines[0] ? "line" : "correction";
}

const OUTSIDE = "outside_registration_window_excluded rightful";
const NEVER_DECLARED = "correction_reference_missing_excluded rightful";
const FORMER = "correction_to_former_state_excluded rightful";

const AUGUST = { effective_from: "2025-08-15", id: 2 };

describe("a sale", () => {
  test.for<[what: string, segment: string, registrations: Registration[], place: string]>([
    ["of a whole quarter", "", [state("SE")], "line"],
    ["before the registration begins", "", [state("SE", AUGUST)], OUTSIDE],
    ["since it began", "0815", [state("SE", AUGUST)], "line"],
    ["after it ended", "0815", [state("SE", ended("2025-08-14"))], OUTSIDE],
    ["before a move", "", [state("SE", ended("2025-08-14")), state("DK", AUGUST)], "line"],
    ["after a move", "0815", [state("SE", ended("2025-08-14")), state("DK", AUGUST)], "ignored"],
    [
      "on days of another scheme alone",
      "0815",
      [state("SE", ended("2025-08-14")), state("DK", { ...AUGUST, scheme_type: "non_union_oss" })],
      OUTSIDE,
    ],
  ])("%s", ([, segment, registrations, place]) => {
    expect(placeOf(lineTally({ segment }, 100, 19), rulesUnder(registrations))).toBe(place);
  });
});

describe("a correction of 2025-Q2", () => {
  const gap = [
    state("SE", { effective_from: "2025-07-01", id: 2 }),
    state("SE", ended("2025-05-31")),
  ];
  const renewed = [
    state("SE", { effective_from: "2025-07-01", id: 2 }),
    state("SE", ended("2025-06-30")),
  ];
  const moved = [state("DK", AUGUST), state("SE", ended("2025-08-14"))];
  const split = [state("SE", AUGUST), state("SE", ended("2025-08-14"))];
  const since = (effective_from: string) => [state("SE", { effective_from })];

  type Row = [
    what: string,
    correction: Partial<SumCorrection>,
    registrations: Registration[],
    place: string,
  ];

  test.for<Row>([
    ["under the same registration", {}, [state("SE")], "correction"],
    ["of a sale before any registration", {}, since("2025-07-01"), NEVER_DECLARED],
    ["of a sale before its registration began", {}, since("2025-05-10"), NEVER_DECLARED],
    ["of a sale since it began", { original_segment: "0510" }, since("2025-05-10"), "correction"],
    ["under a registration that follows at once", {}, renewed, "correction"],
    ["of a seller who had left the scheme", {}, gap, FORMER],
    ["of a sale in the gap", { original_segment: "0601" }, gap, NEVER_DECLARED],
    [
      "of a sale declared in a former state",
      {},
      [state("SE", { effective_from: "2025-07-01", id: 2 }), state("DE", ended("2025-06-30"))],
      FORMER,
    ],
    ["of a sale of the state before the move", { segment: "0815" }, moved, "ignored"],
    [
      "the same, in the return of that state",
      { segment: "0815" },
      moved.toReversed(),
      "correction",
    ],
    [
      "on a day of another state, of a sale that nobody declared",
      { segment: "0815" },
      [state("SE", { effective_from: "2025-07-01", ...ended("2025-08-14") }), state("DK", AUGUST)],
      "ignored",
    ],
    ["on a day of the other registration of the spell", {}, split, "ignored"],
    ["on a day of its own", { segment: "0815" }, split, "correction"],
    ["of the other one's return", {}, split.toReversed(), "correction"],
    [
      "that names the quarter, on a day of another state",
      { named: true, segment: "0815" },
      moved.toReversed(),
      "ignored",
    ],
  ])("%s", ([, correction, registrations, place]) => {
    const sum = correctionTally(correction, -100, -19);
    const rules = rulesUnder(registrations);
    expect(placeOf(sum, rules)).toBe(place);
    const key = parseReturnKey(sum.key);
    if (key.family === "check") throw new Error("a correction");
    expect(isOfOtherRegistration(key, rules)).toBe(place === "ignored");
  });

  test.for<[string, string[], string]>([
    ["that was filed elsewhere in this state", ["SE"], "correction"],
    ["that was filed elsewhere in two states", ["DE", "SE"], "correction"],
    ["that was filed elsewhere in a former state", ["DE"], FORMER],
    ["that nobody has opened", [], "correction_opening_missing_excluded open"],
  ])("that names the quarter, %s", ([, states, place]) => {
    const openings = states.map((member_state_identification, n) => ({
      period_key: "2025-Q2" as PeriodKey,
      registration_id: n + 1,
      member_state_identification,
    }));
    const rules = { ...rulesUnder([state("SE")]), openings };
    expect(placeOf(correctionTally({ named: true }, -100, -19), rules)).toBe(place);
  });

  it("needs a period that there is", () => {
    const sum = correctionTally({ original_period: "2025-Q9" as PeriodKey }, -1, -1);
    expect(() => placeOf(sum, rulesUnder([state("SE")]))).toThrow("no period 2025-Q9");
  });
});

test.for<[string, string, number, boolean]>([
  ["of its quarter and registration", "2025-Q3", 1, true],
  ["of another quarter", "2025-Q2", 1, false],
  ["of another registration", "2025-Q3", 2, false],
])("a return is filed elsewhere by an opening %s", ([, period_key, registration_id, is]) => {
  const openings = [
    { period_key: period_key as PeriodKey, registration_id, member_state_identification: "SE" },
  ];
  expect(isFiledElsewhere({ ...rulesUnder([state("SE")]), openings })).toBe(is);
  const { coverage } = makeReturn([], { registrations: [] });
  expect(isFiledElsewhere({ ...rulesUnder([]), coverage, openings })).toBe(false);
});

describe("a period without a single registration", () => {
  const sums = [
    lineTally({}, 100, 19),
    correctionTally({}, -1, -1),
    excludedTally("needs_review_excluded", 2),
  ];

  test.for<[string, Registration[], string]>([
    ["none", [], "registration_missing_excluded"],
    ["two", [state("SE"), state("DK", { id: 2 })], "registration_overlap_excluded"],
  ])("leaves every sum out: %s", ([, registrations, code]) => {
    const { excluded, lines, corrections } = assignSums(sums, makeReturn(sums, { registrations }));
    expect([lines, corrections]).toEqual([[], []]);
    expect(excluded.map((excludedSum) => excludedSum.code)).toEqual([code, code, code]);
  });
});

describe("the sums of a return", () => {
  it("are of events: neither the counts of checks, nor what has no event left", () => {
    const check = { key: checkKey("vat_differs_from_rate"), amounts: { event_count: 3n } };
    const left = { key: lineTally({}, 0, 0).key, amounts: { taxable_amount_minor: 5n } };
    const sums = [check, left, lineTally({}, 5, 1, 0)];
    expect(assignSums(sums, makeReturn(sums))).toEqual({
      lines: [],
      corrections: [],
      excluded: [],
    });
  });

  it("have no amount where none was counted", () => {
    const sum = { key: lineTally({}, 0, 0).key, amounts: { event_count: 1n } };
    expect(assignSums([sum], makeReturn([sum])).lines).toMatchObject([
      { count: 1n, taxable: 0n, vat: 0n },
    ]);
  });

  it("are excluded by codes of their scheme alone", () => {
    const rules = makeReturn([]);
    expect(placeOf(excludedTally("needs_review_excluded", 1), rules)).toBe(
      "needs_review_excluded open",
    );
    expect(() => placeOf(excludedTally("missing_origin_excluded", 1), rules)).toThrow(
      "no warning code of union_oss: missing_origin_excluded",
    );
  });
});
