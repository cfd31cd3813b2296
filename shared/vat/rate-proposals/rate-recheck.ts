import * as z from "zod";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import { changedBy, type Decider } from "./rate-decision.ts";
import type { RateProposal, RateProposals, RateRecheck } from "./rate-proposal.ts";

/** The request of an operator to count events with the checks of a former rate, or to check them anew. */
export const RecheckRequest = z.strictObject({
  confirm: z
    .int()
    .min(0)
    .optional()
    .describe(
      "Number of `events` that were counted, to confirm that they are checked anew; if left out, they are only counted",
    ),
});
type RecheckRequest = Readonly<z.output<typeof RecheckRequest>>;

/** Time after which a recheck without a result has failed, and may be requested again. */
const RUNNING_MS = 60 * 60_000;

export type RecheckCounts = Pick<RateRecheck, "events" | "accounts" | "periods" | "calculations">;

/**
 * Returns the proposals with a requested recheck of one of them.
 * @throws DomainError `not_found`, `rate_recheck_conflict`
 */
export function withRecheckRequest(
  seen: RateProposals,
  id: string,
  { confirm }: RecheckRequest,
  { by, at }: Decider,
): RateProposals {
  const proposal = seen.proposals.find(({ proposal_id }) => proposal_id === id);
  if (!proposal) throw notFound("rate proposal");
  const reason = conflictOf(proposal, confirm, at);
  if (reason !== undefined) throw new DomainError("rate_recheck_conflict", reason);
  const counts = confirm === undefined ? {} : countsOf(proposal);
  const state = confirm === undefined ? "counting" : "applying";
  return withRecheck(seen, proposal, { state, by, requested_at: at.toISOString(), ...counts });
}

function conflictOf(
  { proposal_id, recheck, ...proposal }: RateProposal,
  confirm: number | undefined,
  now: Date,
): string | undefined {
  if (!changedBy(proposal)) return `no rate was accepted from ${proposal_id}: nothing to check`;
  if (isOpen(recheck) && now.getTime() - Date.parse(recheck.requested_at) < RUNNING_MS) {
    return `a recheck is running since ${recheck.requested_at}, by ${recheck.by}`;
  }
  if (confirm === undefined) return undefined;
  if (recheck?.state !== "counted") return "the events have to be counted first: leave confirm out";
  return recheck.events === confirm ? undefined : `${recheck.events} events differ, not ${confirm}`;
}

const isOpen = (recheck: RateRecheck | undefined): recheck is RateRecheck =>
  recheck?.state === "counting" || recheck?.state === "applying";

const countsOf = ({ recheck }: RateProposal) => {
  const { events = 0, accounts = 0, periods = 0, calculations = 0 } = recheck ?? {};
  return { events, accounts, periods, calculations };
};

const withRecheck = (
  seen: RateProposals,
  proposal: Pick<RateProposal, "proposal_id">,
  recheck: RateRecheck,
): RateProposals => ({
  ...seen,
  proposals: seen.proposals.map((entry) =>
    entry.proposal_id === proposal.proposal_id ? { ...entry, recheck } : entry,
  ),
});

/** The message of a requested recheck; a later request makes it obsolete. */
export const RecheckWork = z.strictObject({ rate_proposal: z.string(), requested_at: z.string() });
export type RecheckWork = Readonly<z.output<typeof RecheckWork>>;

/** Returns the proposal of a message; undefined if its recheck is done, or was requested again. */
export function recheckedProposal(
  { proposals }: RateProposals,
  { rate_proposal, requested_at }: RecheckWork,
): (RateProposal & { readonly recheck: RateRecheck }) | undefined {
  const proposal = proposals.find(({ proposal_id }) => proposal_id === rate_proposal);
  const recheck = proposal?.recheck;
  return proposal && isOpen(recheck) && recheck.requested_at === requested_at
    ? { ...proposal, recheck }
    : undefined;
}

/** Returns the proposals with the next state of a recheck; unchanged if the message is obsolete. */
export function withRecheckState(
  seen: RateProposals,
  work: RecheckWork,
  next: Partial<RateRecheck>,
): RateProposals {
  const open = recheckedProposal(seen, work);
  return open ? withRecheck(seen, open, { ...open.recheck, ...next }) : seen;
}
