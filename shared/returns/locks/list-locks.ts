import type { Period } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { coverageToday } from "../compute/coverage.ts";
import { loadReturn } from "../load/load-return.ts";
import { loadPayments } from "../payment/store-payments.ts";
import { type ComparedLock, comparedLock } from "./compare-lock.ts";
import { type LockedPeriodList, type LockListQuery, lockPage } from "./schema.ts";
import { loadSigners } from "./signers.ts";
import { requestedLock } from "./state.ts";
import { loadLocks, loadLocksOf, loadMarkers } from "./store-locks.ts";
import { lockWithExports } from "./view.ts";

/**
 * Compares a locked period with the current return; undefined if it is not locked.
 * @throws DomainError `registration_conflict` if there are two locks and none was chosen.
 */
async function compareLock(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<(ComparedLock & { readonly recount_pending: RecountPending | null }) | undefined> {
  const locks = await loadLocksOf(ledger, scheme.id, period.key);
  const lock = requestedLock(locks, registration_id);
  if (!lock) return undefined;
  const [{ items }, markers] = await Promise.all([
    loadRegistrations(ledger),
    loadMarkers(ledger, scheme.partitionPrefix),
  ]);
  const coverage = coverageToday(scheme, items, period, lock.registration_id);
  const known = { registrations: items, coverage, markers };
  const { input } = await loadReturn(ledger, { scheme, period }, known);
  return {
    ...comparedLock(lock, input, markers),
    recount_pending: await loadPendingRecount(ledger, period),
  };
}

/**
 * Lists a page of the locked periods of a scheme, with the comparison of the requested period.
 * @throws DomainError `registration_conflict`, see compareLock.
 */
export async function listLocks(
  ledger: LedgerId,
  scheme: Scheme,
  { period, registration_id, limit, cursor }: LockListQuery,
): Promise<LockedPeriodList> {
  const [locks, payments, current] = await Promise.all([
    loadLocks(ledger, scheme.id, limit + 1, cursor),
    loadPayments(ledger, scheme.id),
    period && compareLock(ledger, scheme, period, registration_id),
  ]);
  const page = lockPage(locks, payments, limit);
  if (!current) return page;
  const { lock, locked_return, changes, declared_in, recount_pending } = current;
  return {
    ...page,
    current_period: {
      ...lockWithExports(lock),
      locked_return,
      open_questions: lock.open_questions ?? null,
      changed_since_lock: changes,
      declared_in,
      recount_pending,
      signers: await loadSigners(ledger, lock),
    },
  };
}
