import * as z from "zod";
import { dayOf, type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import {
  DomainError,
  type Fault,
  invalidRequest,
  notFound,
  rejectFaulty,
} from "../../core/errors/errors.ts";
import {
  covers,
  type OverlayRow,
  type OverlayThreshold,
  RATES_COMPLETE_FROM,
} from "../reference-data/vat-rates.ts";
import type { Decision, RateProposal, RateProposals, ThresholdProposal } from "./rate-proposal.ts";
import { LARGEST_BPS, LEAST_STANDARD_BPS } from "./tedb-answer.ts";

const reason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe("Reason for the decision: the law, or why the proposal is wrong; stored with your id");

/** The decision of an operator about one proposal. */
export const RateDecision = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("accept"),
    valid_from: Day.optional().describe(
      "The first day of the rate by law; required for a proposal of TEDB, which has the day of its entry. A proposal by hand has its own",
    ),
    rate_bps: z
      .int()
      .min(0)
      .max(LARGEST_BPS)
      .optional()
      .describe("Basis points; the proposed rate unless given, required when TEDB has several"),
    reason,
  }),
  z.strictObject({ action: z.literal("refuse"), reason }),
  z.strictObject({ action: z.literal("withdraw"), reason }),
  z.strictObject({ action: z.literal("reopen"), reason }),
]);
export type RateDecision = Readonly<z.output<typeof RateDecision>>;

/** The author and the instant of a decision. */
export type Decider = { readonly by: string; readonly at: Date };

const STATES = {
  accept: "accepted",
  refuse: "refused",
  withdraw: "withdrawn",
  reopen: "open",
} as const;

/** The part of a proposal that a decision needs, of a rate or of a threshold. */
type Decidable = Pick<RateProposal, "proposal_id" | "state" | "decisions">;

/**
 * Returns the proposals with a decision about one of them.
 * @throws DomainError `not_found`, `rate_proposal_decided` when its state does not allow the decision,
 * `invalid_request`
 */
export function withDecision(
  seen: RateProposals,
  proposalId: string,
  decision: RateDecision,
  author: Decider,
): RateProposals {
  const isMeant = (decidable: Decidable) => decidable.proposal_id === proposalId;
  const threshold = seen.thresholds.find(isMeant);
  if (threshold) {
    const changed = decided(threshold, decision, author, (acceptance) =>
      acceptedThreshold(seen, threshold, acceptance),
    );
    return { ...seen, thresholds: replaced(seen.thresholds, threshold, changed) };
  }
  const proposal = seen.proposals.find(isMeant);
  if (!proposal) throw notFound("rate proposal");
  const changed = decided(proposal, decision, author, (acceptance) =>
    acceptedRate(seen, proposal, acceptance, author.at),
  );
  return { ...seen, proposals: replaced(seen.proposals, proposal, changed) };
}

const replaced = <T>(all: readonly T[], old: T, now: T): T[] =>
  all.map((rate) => (rate === old ? now : rate));

function decided<P extends Decidable>(
  proposal: P,
  decision: RateDecision,
  { by, at }: Decider,
  rateOf: (acceptance: Acceptance) => Pick<Decision, "rate_bps" | "valid_from">,
): P {
  const { action, reason } = decision;
  if (!isAllowed(proposal, action)) throw alreadyDecided(proposal, action);
  const rate = decision.action === "accept" ? rateOf(decision) : {};
  const entry: Decision = { action, at: at.toISOString(), by, ...rate, reason };
  return { ...proposal, state: STATES[action], decisions: [...proposal.decisions, entry] };
}

/** True if the state of a proposal allows the decision. A withdrawal needs a rate that was accepted. */
function isAllowed(proposal: Decidable, action: RateDecision["action"]): boolean {
  if (action === "withdraw") return acceptances(proposal).length > 0;
  if (action === "reopen") return proposal.state === "refused" || proposal.state === "withdrawn";
  return proposal.state === "open";
}

function alreadyDecided({ proposal_id, state, decisions }: Decidable, action: string) {
  const last = decisions.at(-1);
  const since = last ? ` since ${last.at}, by ${last.by}` : "";
  const message = `cannot ${action} the proposal ${proposal_id}, which is ${state}${since}`;
  return new DomainError("rate_proposal_decided", message);
}

type Acceptance = Extract<RateDecision, { action: "accept" }>;

function acceptedRate(
  seen: RateProposals,
  proposal: RateProposal,
  acceptance: Acceptance,
  now: Date,
) {
  const { valid_from, rate_bps } = acceptance;
  if (proposal.by_hand) {
    const { rate_bps: rate, valid_from: from } = proposal.by_hand;
    rejectFaulty([
      ...otherwise(acceptance, proposal.by_hand),
      ...dayFaults(seen, proposal, from, now),
    ]);
    return { rate_bps: rate, valid_from: from };
  }
  if (!valid_from) throw invalidRequest([{ field: "valid_from", message: DAY_MISSING }]);
  const [only = 0, ...more] = proposal.tedb_bps;
  const rate = rate_bps ?? (more.length === 0 ? only : undefined);
  rejectFaulty([...rateFaults(proposal, rate), ...dayFaults(seen, proposal, valid_from, now)]);
  return { rate_bps: rate ?? only, valid_from };
}

const DAY_MISSING = "is required: TEDB has the day of its entry, not the first day of the rate";

/** Returns a fault for each part of an acceptance that is not as it was proposed by hand. */
function otherwise(
  { valid_from, rate_bps }: Acceptance,
  proposed: { readonly valid_from: IsoDate; readonly rate_bps?: number },
): Fault[] {
  const message = "is not as it was proposed: leave it out, or propose it anew";
  return [
    ...((rate_bps ?? proposed.rate_bps) === proposed.rate_bps
      ? []
      : [{ field: "rate_bps", message }]),
    ...((valid_from ?? proposed.valid_from) === proposed.valid_from
      ? []
      : [{ field: "valid_from", message }]),
  ];
}

function acceptedThreshold(
  seen: RateProposals,
  { country, valid_from }: ThresholdProposal,
  acceptance: Acceptance,
) {
  const taken = acceptedThresholds(seen).find(
    (row) => row.country === country && row.valid_from === valid_from,
  );
  rejectFaulty([...otherwise(acceptance, { valid_from }), ...takenFaults(taken)]);
  return { valid_from };
}

const takenFaults = (taken: OverlayRow | OverlayThreshold | undefined): Fault[] => {
  if (!taken) return [];
  const message = `${taken.proposal_id} was accepted from this day on: withdraw it first`;
  return [{ field: "valid_from", message }];
};

/** Returns a fault if an operator may not decide about that first day. */
export function firstDayFaults(from: IsoDate, now: Date): Fault[] {
  const last = plusDays(dayOf(now), DAYS_AHEAD);
  if (from >= RATES_COMPLETE_FROM && from <= last) return [];
  return [{ field: "valid_from", message: `must be a day from ${RATES_COMPLETE_FROM} to ${last}` }];
}

function rateFaults({ class_id, tedb_bps }: RateProposal, rate: number | undefined): Fault[] {
  const field = "rate_bps";
  if (rate === undefined) {
    return [{ field, message: `TEDB has several rates: choose one of ${tedb_bps.join(", ")}` }];
  }
  return standardFaults(class_id, rate);
}

/** Returns a fault if the rate is too low for a standard rate. */
export const standardFaults = (classId: string, rate: number): Fault[] =>
  classId === "standard" && rate < LEAST_STANDARD_BPS
    ? [{ field: "rate_bps", message: "a standard rate is at least 1500 (Art. 97 VAT Directive)" }]
    : [];

/** The last day ahead that can be accepted; a later one is most often a mistyped year. */
const DAYS_AHEAD = 732;

function dayFaults(
  seen: RateProposals,
  { country, class_id, applies_to }: RateProposal,
  from: IsoDate,
  now: Date,
): Fault[] {
  const outside = firstDayFaults(from, now);
  if (outside.length > 0) return outside;
  const taken = acceptedRows(seen).find(
    (row) =>
      row.country === country &&
      row.class_id === class_id &&
      row.valid_from === from &&
      (applies_to === "any" || covers(row.applies_to, applies_to)),
  );
  return takenFaults(taken);
}

/**
 * Returns the place and the first day of the rates that were ever accepted from a proposal: those days on, checks may
 * be those of former rates. Undefined if none was.
 */
export function changedBy({ country, decisions }: Pick<RateProposal, "country" | "decisions">) {
  const days = decisions.flatMap(({ valid_from }) => valid_from ?? []).sort();
  return days[0] === undefined ? undefined : { country, valid_from: days[0] };
}

/** Returns the acceptances of a proposal that were not withdrawn. */
const acceptances = ({ decisions }: Decidable): readonly Decision[] =>
  decisions
    .slice(decisions.findLastIndex(({ action }) => action === "withdraw") + 1)
    .filter(({ action }) => action === "accept");

/**
 * Returns the accepted rates, in the order of the proposals. Refusing a proposal that a comparison has opened again
 * leaves the rate that was accepted before.
 */
export const acceptedRows = ({ proposals }: Pick<RateProposals, "proposals">): OverlayRow[] =>
  proposals.flatMap((proposal) =>
    acceptances(proposal).flatMap(({ rate_bps, valid_from, at }) => {
      if (rate_bps === undefined || valid_from === undefined) return [];
      const { proposal_id, country, class_id, applies_to, source, by_hand } = proposal;
      const address = by_hand ? { source_url: by_hand.source_url } : {};
      const origin = { source, ...address, proposal_id, accepted_at: at };
      return { country, class_id, applies_to, rate_bps, valid_from, ...origin };
    }),
  );

/** Returns the accepted thresholds, in the order of the proposals. */
export const acceptedThresholds = ({
  thresholds,
}: Pick<RateProposals, "thresholds">): OverlayThreshold[] =>
  thresholds.flatMap((proposal) =>
    acceptances(proposal).map(({ at }) => {
      const { proposal_id, country, currency, threshold_nac, valid_from } = proposal;
      const { source, source_url } = proposal;
      const origin = { source, source_url, proposal_id, accepted_at: at };
      return { country, currency, threshold_nac, valid_from, ...origin };
    }),
  );
