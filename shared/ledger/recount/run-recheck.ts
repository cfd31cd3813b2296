import { applyOverlay } from "../../vat/reference-data/rate-overlay.ts";
import { changedBy } from "../../vat/tax-rates/rate-decision.ts";
import {
  type RecheckCounts,
  type RecheckWork,
  recheckedProposal,
  withRecheckState,
} from "../../vat/tax-rates/rate-recheck.ts";
import { loadOverlay } from "../rates/store-overlay.ts";
import { loadProposals, updateProposals } from "../rates/store-rate-changes.ts";
import { type ChangedRate, recheckRates } from "./recheck-rates.ts";

/**
 * Counts the events of a requested recheck, or stores their new checks if their number is still the confirmed one.
 * Otherwise the new number waits for a confirmation. Interrupted, the next delivery of the message goes on.
 */
export async function runRecheck(work: RecheckWork): Promise<void> {
  const proposal = recheckedProposal(await loadProposals(), work);
  const changed = proposal && changedBy(proposal);
  if (!proposal || !changed) return;
  applyOverlay(await loadOverlay());
  const { state, is_begun, events } = proposal.recheck;
  const save = (next: Parameters<typeof withRecheckState>[2]) =>
    updateProposals((seen) => withRecheckState(seen, work, next));
  if (!is_begun) {
    const counts = await countsOf(changed, false);
    if (state === "counting" || counts.events !== events) {
      await save({ state: "counted", ...counts });
      return;
    }
    await save({ is_begun: true });
  }
  await countsOf(changed, true);
  await save({ state: "applied" });
}

/** Sums the effect on all accounts; stores the new checks if `isApplied`. */
async function countsOf(changed: ChangedRate, isApplied: boolean): Promise<RecheckCounts> {
  const sum = { events: 0, accounts: 0, periods: 0, calculations: 0 };
  for await (const { events, calculations } of recheckRates(changed, isApplied)) {
    sum.events += events.values().reduce((total, count) => total + count, 0);
    sum.accounts += events.size > 0 ? 1 : 0;
    sum.periods += events.size;
    sum.calculations += calculations;
  }
  return sum;
}
