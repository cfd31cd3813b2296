import { applyOverlay } from "../../vat/reference-data/rate-overlay.ts";
import {
  type HandProposal,
  handProposalId,
  withHandProposal,
} from "../../vat/tax-rates/hand-proposal.ts";
import { type RateDecision, withDecision } from "../../vat/tax-rates/rate-decision.ts";
import type {
  RateProposal,
  RateProposals,
  ThresholdProposal,
} from "../../vat/tax-rates/rate-proposal.ts";
import { loadOverlay } from "./store-overlay.ts";
import { decideProposals, updateProposals } from "./store-rate-changes.ts";

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
  // This process follows its own decision at once, and not after the lifetime of what it has read before.
  applyOverlay(await loadOverlay());
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
  applyOverlay(await loadOverlay());
  const stored = await updateProposals((seen) => withHandProposal(seen, body, { by, at }));
  return proposalIn(stored, handProposalId(body));
}

/** Returns a stored proposal of either kind. */
function proposalIn({ proposals, thresholds }: RateProposals, id: string) {
  const all: readonly (RateProposal | ThresholdProposal)[] = [...proposals, ...thresholds];
  return all.find(({ proposal_id }) => proposal_id === id) as RateProposal | ThresholdProposal;
}
