import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import {
  acceptedRows,
  type RateDecision,
  withDecision,
} from "../../../../shared/vat/rate-proposals/rate-decision.ts";
import {
  type RateProposals,
  withComparison,
} from "../../../../shared/vat/rate-proposals/rate-proposal.ts";
import { rateProposal, rateProposals } from "../../../make/rate-proposal.ts";

const at = new Date("2026-10-01T08:00:00Z");
const accept = (day = "2027-01-01", rate_bps?: number): RateDecision => ({
  action: "accept",
  valid_from: day as IsoDate,
  reason: "BGBl. 2026 I Nr. 200",
  ...(rate_bps === undefined ? {} : { rate_bps }),
});
const simply = (action: "refuse" | "withdraw" | "reopen"): RateDecision => ({
  action,
  reason: "no law says so",
});

/** Decides several times about the German proposal, one decision after the other. */
const decided = (seen: RateProposals, ...decisions: readonly RateDecision[]): RateProposals =>
  decisions.reduce(
    (now, decision) => withDecision(now, "DE-standard-1900-2000", decision, { by: "anna", at }),
    seen,
  );
const open = rateProposals(rateProposal());
const found = { at: "2026-10-05T05:00:00.000Z", answers: [], found: [rateProposal()] };
const row = {
  country: "DE",
  class_id: "standard",
  applies_to: "any",
  rate_bps: 2_000,
  valid_from: "2027-01-01",
  source: "TEDB 2026-09-01",
  proposal_id: "DE-standard-1900-2000",
  accepted_at: "2026-10-01T08:00:00.000Z",
};

describe("a proposal", () => {
  it("that is accepted is a row from its day on, with author and reason", () => {
    const accepted = decided(open, accept());
    expect(acceptedRows(accepted)).toEqual([row]);
    expect(accepted.proposals[0]).toMatchObject({
      state: "accepted",
      decisions: [
        {
          action: "accept",
          at: row.accepted_at,
          by: "anna",
          rate_bps: 2_000,
          valid_from: "2027-01-01",
          reason: "BGBl. 2026 I Nr. 200",
        },
      ],
    });
  });

  it.for([
    ["refused", [simply("refuse")], "refused", 0],
    ["withdrawn", [accept(), simply("withdraw")], "withdrawn", 0],
    ["refused and opened again", [simply("refuse"), simply("reopen")], "open", 0],
    [
      "accepted after a withdrawal",
      [accept(), simply("withdraw"), simply("reopen"), accept()],
      "accepted",
      1,
    ],
  ] as const)("that is %s has the rows that follow", ([, decisions, state, rows]) => {
    const now = decided(open, ...decisions);
    expect([now.proposals[0]?.state, acceptedRows(now).length]).toEqual([state, rows]);
  });

  it.for([
    ["accepted twice", [accept(), accept("2027-02-01")]],
    ["refused after its acceptance", [accept(), simply("refuse")]],
    ["accepted after its refusal", [simply("refuse"), accept()]],
    ["withdrawn before its acceptance", [simply("withdraw")]],
    ["withdrawn twice", [accept(), simply("withdraw"), simply("withdraw")]],
    ["opened while it is open", [simply("reopen")]],
  ] as const)("cannot be %s", ([, decisions]) => {
    expect(() => decided(open, ...decisions)).toThrow(
      expect.objectContaining({ code: "rate_proposal_decided" }),
    );
  });

  it("keeps its row when a comparison opens it again and it is refused then", () => {
    const reopened = withComparison(decided(open, accept()), found);
    expect([reopened.proposals[0]?.state, acceptedRows(reopened)]).toEqual(["open", [row]]);
    const refused = decided(reopened, simply("refuse"));
    expect(acceptedRows(refused)).toEqual([row]);
    expect(acceptedRows(decided(refused, simply("withdraw")))).toEqual([]);
    expect(() => decided(reopened, accept())).toThrow("withdraw it first");
    expect(acceptedRows(decided(reopened, accept("2027-03-01")))).toHaveLength(2);
  });

  it("that nobody knows cannot be decided", () => {
    expect(() => withDecision(open, "FR", accept(), { by: "anna", at })).toThrow(
      "no such rate proposal",
    );
  });
});

describe("a rate cannot be accepted", () => {
  it.for([
    ["2021-06-30", undefined, "must be a day from 2021-07-01"],
    ["2036-01-01", undefined, "to 2028-10-02"],
    ["2027-01-01", 1_400, "a standard rate is at least 1500"],
  ] as const)("from %s on as %s", ([day, rate, message]) => {
    expect(() => decided(open, accept(day, rate))).toThrow(message);
  });

  it("without a choice where TEDB has several", () => {
    const several = rateProposals(rateProposal({ class_id: "food", tedb_bps: [500, 700] }));
    expect(() => decided(several, accept())).toThrow("choose one of 500, 700");
    expect(acceptedRows(decided(several, accept("2027-01-01", 500)))).toMatchObject([
      { rate_bps: 500 },
    ]);
  });
});
