import * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import type { RateDifference } from "./tedb-compare.ts";

/** The answer of TEDB from which a proposal was made, as stored. */
const StoredAnswer = z.object({ key: z.string(), sha256: z.string() });

export const DECISIONS = ["accept", "refuse", "withdraw", "reopen"] as const;

export const PROPOSAL_STATES = ["open", "accepted", "refused", "withdrawn"] as const;

export const PROPOSAL_REASONS = [
  "standard_rate_differs",
  "rate_differs",
  "ambiguous",
  "by_hand",
] as const;

/** A decision about a proposal. Only an acceptance has a rate and its first day. */
const Decision = z.object({
  action: z.enum(DECISIONS),
  at: z.string(),
  by: z.string(),
  rate_bps: z.int().optional(),
  valid_from: Day.optional(),
  /** Absent when the comparison opened the proposal again. */
  reason: z.string().optional(),
});
export type Decision = Readonly<z.output<typeof Decision>>;

/** The rate that an operator has proposed, with its first day and the address of its source. */
const ByHand = z.object({
  rate_bps: z.int(),
  valid_from: Day,
  source_url: z.string(),
  by: z.string(),
});

export const RECHECK_STATES = ["counting", "counted", "applying", "applied"] as const;

/** A check of stored events by the rates of today, as an operator has requested it, with what it has found. */
const RateRecheck = z.object({
  state: z.enum(RECHECK_STATES),
  requested_at: z.string(),
  by: z.string(),
  /** True once new checks are stored: the number of events is then no longer compared. */
  is_begun: z.boolean().optional(),
  events: z.int().optional(),
  accounts: z.int().optional(),
  periods: z.int().optional(),
  calculations: z.int().optional(),
});
export type RateRecheck = Readonly<z.output<typeof RateRecheck>>;

/** A rate that differs from the catalogue, for an operator to decide. Finding it changes no rate. */
export const RateProposal = z.object({
  proposal_id: z.string(),
  country: z.string(),
  class_id: z.string(),
  kept_bps: z.int(),
  tedb_bps: z.array(z.int()).readonly(),
  reason: z.enum(PROPOSAL_REASONS),
  /** The day of TEDB's entry; absent for a proposal by hand. */
  situation_on: Day.optional(),
  /** The day on which the catalogue has another rate: the one that TEDB was asked about, or the first one. */
  seen_for: Day,
  comment: z.string(),
  source: z.string(),
  answer: StoredAnswer.optional(),
  by_hand: ByHand.optional(),
  found_at: z.string(),
  state: z.enum(PROPOSAL_STATES),
  decisions: z.array(Decision).readonly(),
  recheck: RateRecheck.optional(),
});
export type RateProposal = Readonly<z.output<typeof RateProposal>>;

/** A national threshold for small enterprises (Art. 284 VAT Directive) that an operator has proposed. */
export const ThresholdProposal = z.object({
  proposal_id: z.string(),
  country: z.string(),
  currency: z.string(),
  /** The threshold of this service on that day, in whole units; null where there is none. */
  kept_nac: z.number().nullable(),
  threshold_nac: z.int(),
  valid_from: Day,
  source: z.string(),
  source_url: z.string(),
  by: z.string(),
  found_at: z.string(),
  state: z.enum(PROPOSAL_STATES),
  decisions: z.array(Decision).readonly(),
});
export type ThresholdProposal = Readonly<z.output<typeof ThresholdProposal>>;

/** The result of one question to TEDB. */
const Answer = z.object({
  country: z.string(),
  day: Day,
  /** The reason why the answer was not used; absent where it was compared. */
  fault: z.string().optional(),
  answer: StoredAnswer.optional(),
});

/** All proposals, and the last comparison with TEDB. */
export const RateProposals = z.object({
  version: z.int(),
  proposals: z.array(RateProposal).readonly(),
  /** Absent in items that were written before thresholds could be proposed. */
  thresholds: z.array(ThresholdProposal).readonly().default([]),
  last_run: z.object({ at: z.string(), answers: z.array(Answer).readonly() }).nullable(),
});
export type RateProposals = Readonly<z.output<typeof RateProposals>>;

export const NO_PROPOSALS: RateProposals = {
  version: 0,
  proposals: [],
  thresholds: [],
  last_run: null,
};

/** The outcome of one comparison. */
export type Comparison = {
  readonly at: string;
  readonly answers: readonly z.output<typeof Answer>[];
  readonly found: readonly RateProposal[];
};

const LONGEST_COMMENT = 300;

/** The context of a difference: the answer that shows it, and the day that TEDB was asked about. */
type Found = {
  readonly answer: z.output<typeof StoredAnswer>;
  readonly day: IsoDate;
  readonly at: string;
};

/** Returns the proposal of a difference; none if it was reviewed before, or TEDB has no rate. */
export function proposalOf(
  difference: RateDifference,
  { answer, day, at }: Found,
): RateProposal | undefined {
  const { class_id, country, kept_bps, tedb_bps, reason, comments, situation_on } = difference;
  if (reason === "no_row" || !situation_on || difference.reviewed !== undefined) return undefined;
  return {
    proposal_id: [country, class_id, kept_bps, ...tedb_bps].join("-"),
    country,
    class_id,
    kept_bps,
    tedb_bps,
    reason,
    situation_on,
    seen_for: day,
    comment: comments.join(" / ").slice(0, LONGEST_COMMENT),
    source: `TEDB ${situation_on}`,
    answer,
    found_at: at,
    state: "open",
    decisions: [],
  };
}

/**
 * Adds what a comparison has found. A proposal that was refused or withdrawn stays so while TEDB says the same. One
 * that was accepted is open again if the catalogue still has the former rate on the day that was asked about.
 */
export function withComparison(
  seen: RateProposals,
  { at, answers, found }: Comparison,
): RateProposals {
  const known = new Map(seen.proposals.map((one) => [one.proposal_id, one]));
  for (const proposal of found) {
    const before = known.get(proposal.proposal_id);
    if (!before) known.set(proposal.proposal_id, proposal);
    else if (before.state === "accepted") known.set(proposal.proposal_id, reopened(before, at));
  }
  return { ...seen, proposals: [...known.values()], last_run: { at, answers: [...answers] } };
}

const reopened = (proposal: RateProposal, at: string): RateProposal => ({
  ...proposal,
  state: "open",
  decisions: [...proposal.decisions, { action: "reopen", at, by: "comparison with TEDB" }],
});

/** Returns the open proposals of standard rates, which raise an alarm. */
export const urgentProposals = ({ proposals }: RateProposals): RateProposal[] =>
  proposals.filter(({ state, reason }) => state === "open" && reason === "standard_rate_differs");
