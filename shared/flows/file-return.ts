import type { Period } from "../calendar/period.ts";
import type { Filing, LockedPeriod } from "../locks/locked-period.ts";
import { afterFiling } from "../locks/state.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadLock, saveFiling } from "../store/locked-periods.ts";

/**
 * Records that the return of a locked period was filed; the first record stays.
 * @throws DomainError `period_not_locked`
 */
export async function fileReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  filing: Filing,
): Promise<LockedPeriod> {
  const lock = await loadLock(account, scheme.id, period.key);
  const filed = afterFiling(lock, period.key, filing);
  return filed === lock ? filed : saveFiling(account, scheme.id, period.key, filing);
}
