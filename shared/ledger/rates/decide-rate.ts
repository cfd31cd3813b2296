import { applyOverlay } from "../../vat/reference-data/rate-overlay.ts";
import { type RateDecision, withDecision } from "../../vat/tax-rates/rate-decision.ts";
import type { RateProposal } from "../../vat/tax-rates/rate-proposal.ts";
import { loadOverlay } from "./store-overlay.ts";
import { decideProposals } from "./store-rate-changes.ts";

/**
 * Records an operator's decision about a proposal. Of two operators at once, one decides and the other is rejected.
 * @throws DomainError `not_found`, `rate_proposal_decided`, `invalid_request`, `not_ready`
 */
export async function decideRate(
  proposalId: string,
  decision: RateDecision,
  by: string,
): Promise<RateProposal> {
  const at = new Date();
  const { proposals } = await decideProposals((seen) =>
    withDecision(seen, proposalId, decision, { by, at }),
  );
  // This process follows its own decision at once, and not after the lifetime of what it has read before.
  applyOverlay(await loadOverlay());
  return proposals.find(({ proposal_id }) => proposal_id === proposalId) as RateProposal;
}
