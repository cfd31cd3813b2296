import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { enqueue, LedgerName, type Queue } from "../../platform/queues/queues.ts";
import { catalogueOf, forgetVatRates } from "../reference-data/vat-rates.ts";
import { type RateDecision, withDecision } from "./rate-decision.ts";
import {
  type HandProposal,
  handProposalId,
  type RateProposal,
  type RateProposals,
  type ThresholdProposal,
  withHandProposal,
} from "./rate-proposal.ts";
import { RecheckWork, withRecheckRequest } from "./rate-recheck.ts";
import { decideProposals, loadOverlay, updateProposals } from "./store-rate-proposals.ts";

/** The queue of recounts, which also has the rechecks of rates: both re-evaluate stored events. */
export const RECOUNTS: Queue<{ readonly account: LedgerId } | RecheckWork> = {
  name: "recounts",
  schema: z.union([z.strictObject({ account: LedgerName }), RecheckWork]),
};

/**
 * Requests a count of the events with the checks of a former rate, or new checks of the events that were counted.
 * @throws DomainError `not_found`, `rate_recheck_conflict`, `not_ready`
 */
export async function requestRecheck(
  id: string,
  request: { readonly confirm?: number | undefined },
  by: string,
): Promise<RateProposal> {
  const at = new Date();
  const { proposals } = await updateProposals((seen) =>
    withRecheckRequest(seen, id, request, { by, at }),
  );
  await enqueue(RECOUNTS, [{ rate_proposal: id, requested_at: at.toISOString() }]);
  return proposals.find(({ proposal_id }) => proposal_id === id) as RateProposal;
}

/**
 * Records an operator's decision about a proposal. Of two operators at once, one decides and the other is rejected.
 * @throws DomainError `not_found`, `rate_proposal_decided`, `invalid_request`, `not_ready`
 */
export async function decideRate(
  proposalId: string,
  decision: RateDecision,
  by: string,
): Promise<RateProposal | ThresholdProposal> {
  const at = new Date();
  const decided = await decideProposals((seen) =>
    withDecision(seen, proposalId, decision, { by, at }),
  );
  forgetVatRates();
  return proposalIn(decided, proposalId);
}

/**
 * Stores a proposal that an operator has written, with its source. It changes no rate; a repeated request changes
 * nothing.
 * @throws DomainError `invalid_request`, `not_ready`
 */
export async function proposeRate(
  body: HandProposal,
  by: string,
): Promise<RateProposal | ThresholdProposal> {
  const at = new Date();
  const rates = catalogueOf(await loadOverlay());
  const stored = await updateProposals((seen) => withHandProposal(seen, body, { by, at }, rates));
  return proposalIn(stored, handProposalId(body));
}

/** Returns a stored proposal of either kind. */
function proposalIn({ proposals, thresholds }: RateProposals, id: string) {
  const all: readonly (RateProposal | ThresholdProposal)[] = [...proposals, ...thresholds];
  return all.find(({ proposal_id }) => proposal_id === id) as RateProposal | ThresholdProposal;
}
