import type { Period } from "../../core/calendar/period.ts";
import { contentSha256 } from "../../core/content-sha256.ts";
import { loadPendingRecount } from "../../ledger/recount/pending-recount.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import { loadRegistrations } from "../../ledger/settings/registrations.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { drawReturn } from "../compute/compute.ts";
import { coverageToday } from "../compute/coverage.ts";
import { loadReturnUnder } from "../load/load-return.ts";
import { type ChangedSinceLock, changesSince } from "./changes.ts";
import type { LockedPeriod } from "./locked-period.ts";
import { loadLocksOf } from "./locked-periods.ts";
import { lockAskedFor } from "./state.ts";

/** A locked period, how far today's return has moved from it, and whether that may still change. */
type ComparedLock = {
  readonly lock: LockedPeriod;
  readonly changes: ChangedSinceLock | null;
  readonly recount_pending: RecountPending | null;
};

/**
 * A locked period beside today's return; undefined while it is not locked.
 * @throws DomainError `registration_conflict` when it is locked twice and none was chosen.
 */
export async function compareLock(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<ComparedLock | undefined> {
  const locks = await loadLocksOf(account, scheme.id, period.key);
  const lock = lockAskedFor(locks, registration_id);
  if (!lock) return undefined;
  const { items } = await loadRegistrations(account);
  const coverage = coverageToday(scheme, items, period, lock.registration_id);
  const today = drawReturn(await loadReturnUnder(account, scheme, period, items, coverage));
  const report = today.status === "covered" ? today.report : undefined;
  const changes = changesSince(lock, report, contentSha256);
  return { lock, changes, recount_pending: await loadPendingRecount(account, period) };
}
