import type { Period } from "../calendar/period.ts";
import { type ChangedSinceLock, changesSince } from "../locks/changes.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { lockAskedFor } from "../locks/state.ts";
import { coverageToday } from "../returns/coverage.ts";
import { drawReturn } from "../returns/draw.ts";
import type { RecountPending } from "../returns/pending.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadLocksOf } from "../store/locked-periods.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { contentSha256 } from "./content-sha256.ts";
import { loadReturnUnder } from "./load-return.ts";
import { loadPendingRecount } from "./pending-recount.ts";

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
