import type { Period } from "../../core/calendar/period.ts";
import { concerns, isPending } from "./recount-state.ts";
import { type RecountPending, shownPending } from "./recount-view.ts";
import { loadRecount } from "./store-recounts.ts";

/**
 * The recount that may still change the figures of a period, or of any when none is named; null when
 * they stand. Read it after them: what had changed before they were read is told then.
 */
export async function loadPendingRecount(
  account: string,
  period?: Pick<Period, "lastDay">,
): Promise<RecountPending | null> {
  const state = await loadRecount(account);
  const mayChange = period ? concerns(state, period) : isPending(state);
  return mayChange ? shownPending(state) : null;
}
