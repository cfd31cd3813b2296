import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type {
  RateProposals,
  RateRecheck,
} from "../../../../shared/vat/rate-proposals/rate-proposal.ts";
import {
  recheckedProposal,
  withRecheckRequest,
  withRecheckState,
} from "../../../../shared/vat/rate-proposals/rate-recheck.ts";
import { listRates } from "../../../../shared/vat/tax-classes/rate-list.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { rateProposal, rateProposals } from "../../../make/rate-proposal.ts";
import { errorOf } from "../../../make/refusal.ts";

const accepted = rateProposal({
  state: "accepted",
  decisions: [
    {
      action: "accept",
      at: "2026-10-01T08:00:00.000Z",
      by: "anna",
      reason: "BGBl. 2026 I Nr. 200",
      rate_bps: 2_000,
      valid_from: "2027-01-01" as IsoDate,
    },
  ],
});
const other = rateProposal({ proposal_id: "other" });
const id = accepted.proposal_id;

const AT = "2026-11-01T08:00:00.000Z";
const decider = { by: "bert", at: new Date("2026-11-01T09:00:00.000Z") };

const seenWith = (recheck?: Partial<RateRecheck>): RateProposals =>
  rateProposals(
    other,
    recheck
      ? { ...accepted, recheck: { state: "counting", requested_at: AT, by: "anna", ...recheck } }
      : accepted,
  );

const COUNTED = { state: "counted", events: 7, accounts: 2, periods: 3, calculations: 1 } as const;

describe("the request of a recheck", () => {
  const request = (seen: RateProposals, confirm?: number) =>
    withRecheckRequest(seen, id, { confirm }, decider).proposals;

  test.for<
    [
      what: string,
      recheck: Partial<RateRecheck> | undefined,
      confirm: number | undefined,
      asked: object,
    ]
  >([
    ["counts first", undefined, undefined, { state: "counting" }],
    ["counts again", COUNTED, undefined, { state: "counting" }],
    ["counts again after an hour without a result", {}, undefined, { state: "counting" }],
    ["applies what was counted", COUNTED, 7, { ...COUNTED, state: "applying" }],
    [
      "applies nothing too",
      { state: "counted", events: 0 },
      0,
      { state: "applying", events: 0, accounts: 0, periods: 0, calculations: 0 },
    ],
  ])("%s", ([, recheck, confirm, asked]) => {
    const [first, second] = request(seenWith(recheck), confirm);
    expect(first).toBe(other);
    expect(second).toEqual({
      ...accepted,
      recheck: { ...asked, by: "bert", requested_at: "2026-11-01T09:00:00.000Z" },
    });
  });

  const LATE = "2026-11-01T08:00:00.001Z";

  test.for<[why: string, recheck: Partial<RateRecheck> | undefined, confirm?: number]>([
    [`a recheck is running since ${LATE}, by anna`, { requested_at: LATE }],
    [`a recheck is running since ${LATE}, by anna`, { requested_at: LATE, state: "applying" }, 7],
    ["the events have to be counted first: leave confirm out", undefined, 7],
    ["the events have to be counted first: leave confirm out", {}, 7],
    ["7 events differ, not 8", COUNTED, 8],
  ])("is refused: %s", ([message, recheck, confirm]) => {
    const refusal = errorOf(() => request(seenWith(recheck), confirm));
    expect(refusal).toMatchObject({ code: "rate_recheck_conflict", message });
  });

  it("is of a proposal that there is, and that has changed a rate", () => {
    const named = (name: string) =>
      errorOf(() => withRecheckRequest(seenWith(), name, {}, decider));
    expect(named("none").code).toBe("not_found");
    expect(named("other")).toMatchObject({
      code: "rate_recheck_conflict",
      message: "no rate was accepted from other: nothing to check",
    });
  });
});

describe("the message of a recheck", () => {
  const work = { rate_proposal: id, requested_at: AT };

  test.for<
    [
      what: string,
      recheck: Partial<RateRecheck> | undefined,
      changes: Partial<typeof work>,
      isOpen: boolean,
    ]
  >([
    ["that counts", {}, {}, true],
    ["that is applied", { state: "applying" }, {}, true],
    ["that is done", COUNTED, {}, false],
    ["that was requested again", {}, { requested_at: "2026-11-01T07:00:00.000Z" }, false],
    ["that is none", undefined, {}, false],
    ["of a proposal that is gone", {}, { rate_proposal: "gone" }, false],
  ])("%s", ([, recheck, changes, isOpen]) => {
    const seen = seenWith(recheck);
    const message = { ...work, ...changes };
    const [, proposal] = seen.proposals;
    expect(recheckedProposal(seen, message)).toEqual(isOpen ? proposal : undefined);
    const next = withRecheckState(seen, message, { is_begun: true });
    if (!isOpen) expect(next).toBe(seen);
    else {
      const started = { ...proposal, recheck: { ...proposal?.recheck, is_begun: true } };
      expect(next).toEqual({ ...seen, proposals: [other, started] });
    }
  });
});

describe("the list of rates", () => {
  const today = "2025-08-01" as IsoDate;
  const listed = (query: object) =>
    listRates({ tax_class_id: "standard", ...query }, today, BUILT_IN_RATES).items.map(
      (one) => `${one.country} ${one.rate_bps} ${one.valid_from ?? ""}`,
    );
  const day = (text: string) => text as IsoDate;

  it("is of today, of every Member State by its ISO code", () => {
    const all = listRates({}, today, BUILT_IN_RATES).items;
    expect(new Set(all.map(({ tax_class_id }) => tax_class_id)).size).toBeGreaterThan(10);
    const states = listed({}).map((text) => text.slice(0, 2));
    expect(states).toEqual(states.toSorted());
    expect(states).toContain("GR");
  });

  it("is of the windows that share a day with the requested ones, the oldest first", () => {
    const estonian = (from: string, to?: string) =>
      listed({ country: "EE", from: day(from), ...(to ? { to: day(to) } : {}) }).map((text) =>
        Number(text.split(" ")[1]),
      );
    expect(estonian("2025-06-30")).toEqual([2_200]);
    expect(estonian("2025-07-01")).toEqual([2_400]);
    expect(estonian("2024-01-01", "2025-06-30")).toEqual([2_200]);
    expect(estonian("2023-12-31", "2025-07-01")).toEqual([2_000, 2_200, 2_400]);
  });
});
