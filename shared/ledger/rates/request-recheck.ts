import * as z from "zod";
import { enqueue, type Queue } from "../../platform/queues/queues.ts";
import type { RateProposal } from "../../vat/tax-rates/rate-proposal.ts";
import { RecheckWork, withRecheckRequest } from "../../vat/tax-rates/rate-recheck.ts";
import { updateProposals } from "./store-rate-changes.ts";

/** The queue of recounts, which also has the rechecks of rates: both re-evaluate stored events. */
export const RECOUNTS: Queue<{ readonly account: string } | RecheckWork> = {
  name: "recounts",
  schema: z.union([z.strictObject({ account: z.string().min(1) }), RecheckWork]),
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
