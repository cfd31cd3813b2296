import * as z from "zod";
import { dayOf, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { DomainError, type Fault, notFound, rejectFaulty } from "../../core/errors/errors.ts";
import { RATES_COMPLETE_FROM } from "../reference-data/known-span.ts";
import type { OverlayRow } from "../reference-data/rate-overlay.ts";
import type { Decision, RateProposal, RateProposals } from "./rate-proposal.ts";
import { LARGEST_BPS, LEAST_STANDARD_BPS } from "./tedb-answer.ts";

const reason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe("The law, or why the proposal is wrong; stored with your id");

/** The decision of an operator about one proposal. */
export const RateDecision = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("accept"),
    valid_from: Day.describe("The first day of the rate by law; TEDB has the day of its entry"),
    rate_bps: z
      .int()
      .min(0)
      .max(LARGEST_BPS)
      .optional()
      .describe("Basis points; TEDB's rate unless given, required when it has several"),
    reason,
  }),
  z.strictObject({ action: z.literal("refuse"), reason }),
  z.strictObject({ action: z.literal("withdraw"), reason }),
  z.strictObject({ action: z.literal("reopen"), reason }),
]);
export type RateDecision = Readonly<z.output<typeof RateDecision>>;

/** The author and the instant of a decision. */
type Author = { readonly by: string; readonly at: Date };

const STATES = {
  accept: "accepted",
  refuse: "refused",
  withdraw: "withdrawn",
  reopen: "open",
} as const;

/**
 * Returns the proposals with a decision about one of them.
 * @throws DomainError `not_found`, `rate_proposal_decided` when its state does not allow the decision,
 * `invalid_request`
 */
export function withDecision(
  seen: RateProposals,
  proposalId: string,
  decision: RateDecision,
  { by, at }: Author,
): RateProposals {
  const proposal = seen.proposals.find((one) => one.proposal_id === proposalId);
  if (!proposal) throw notFound("rate proposal");
  if (!isAllowed(proposal, decision.action)) throw alreadyDecided(proposal, decision.action);
  const rate = decision.action === "accept" ? acceptedRate(seen, proposal, decision, at) : {};
  const { action, reason } = decision;
  const changed: RateProposal = {
    ...proposal,
    state: STATES[action],
    decisions: [...proposal.decisions, { action, at: at.toISOString(), by, ...rate, reason }],
  };
  return { ...seen, proposals: seen.proposals.map((one) => (one === proposal ? changed : one)) };
}

/** True if the state of a proposal allows the decision. A withdrawal needs a rate that was accepted. */
function isAllowed(proposal: RateProposal, action: RateDecision["action"]): boolean {
  if (action === "withdraw") return acceptances(proposal).length > 0;
  if (action === "reopen") return proposal.state === "refused" || proposal.state === "withdrawn";
  return proposal.state === "open";
}

function alreadyDecided({ proposal_id, state, decisions }: RateProposal, action: string) {
  const last = decisions.at(-1);
  const since = last ? ` since ${last.at}, by ${last.by}` : "";
  const message = `cannot ${action} the proposal ${proposal_id}, which is ${state}${since}`;
  return new DomainError("rate_proposal_decided", message);
}

type Acceptance = Extract<RateDecision, { action: "accept" }>;

function acceptedRate(
  seen: RateProposals,
  proposal: RateProposal,
  { valid_from, rate_bps }: Acceptance,
  now: Date,
) {
  const [only = 0, ...more] = proposal.tedb_bps;
  const rate = rate_bps ?? (more.length === 0 ? only : undefined);
  rejectFaulty([...rateFaults(proposal, rate), ...dayFaults(seen, proposal, valid_from, now)]);
  return { rate_bps: rate ?? only, valid_from };
}

function rateFaults({ class_id, tedb_bps }: RateProposal, rate: number | undefined): Fault[] {
  const field = "rate_bps";
  if (rate === undefined) {
    return [{ field, message: `TEDB has several rates: choose one of ${tedb_bps.join(", ")}` }];
  }
  if (class_id !== "standard" || rate >= LEAST_STANDARD_BPS) return [];
  return [{ field, message: "a standard rate is at least 1500 (Art. 97 VAT Directive)" }];
}

/** The last day ahead that can be accepted; a later one is most often a mistyped year. */
const DAYS_AHEAD = 732;

function dayFaults(
  seen: RateProposals,
  { country, class_id }: RateProposal,
  from: IsoDate,
  now: Date,
): Fault[] {
  const field = "valid_from";
  const last = plusDays(dayOf(now), DAYS_AHEAD);
  if (from < RATES_COMPLETE_FROM || from > last) {
    return [{ field, message: `must be a day from ${RATES_COMPLETE_FROM} to ${last}` }];
  }
  const taken = acceptedRows(seen).find(
    (row) => row.country === country && row.class_id === class_id && row.valid_from === from,
  );
  if (!taken) return [];
  const message = `${taken.proposal_id} has a rate from this day on: withdraw it first`;
  return [{ field, message }];
}

/**
 * Returns the place and the first day of the rates that were ever accepted from a proposal: those days on, checks may
 * be those of former rates. Undefined if none was.
 */
export function changedBy({ country, decisions }: RateProposal) {
  const days = decisions.flatMap(({ valid_from }) => valid_from ?? []).sort();
  return days[0] === undefined ? undefined : { country, valid_from: days[0] };
}

/** Returns the acceptances of a proposal that were not withdrawn. */
const acceptances = ({ decisions }: RateProposal): readonly Decision[] =>
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
      const { proposal_id, country, class_id, source } = proposal;
      return { country, class_id, rate_bps, valid_from, source, proposal_id, accepted_at: at };
    }),
  );
