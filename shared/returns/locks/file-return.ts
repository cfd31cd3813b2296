import type { Period } from "../../core/calendar/period.ts";
import { withRetries } from "../../platform/retries.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Filing, LockedPeriod } from "./locked-period.ts";
import { loadLocksOf, saveFiling } from "./locked-periods.ts";
import { afterFiling, lockAskedFor } from "./state.ts";
import { storeFiling } from "./store-lock-files.ts";

/** A return of a period, where two registrations share it. */
type Returned = { readonly period: Period; readonly registration_id?: number | undefined };

/**
 * Records that the return of a locked period was filed; the first record stays.
 * @throws DomainError `period_not_locked`, `registration_conflict`
 */
export async function fileReturn(
  account: string,
  scheme: Scheme,
  { period, registration_id }: Returned,
  filing: Filing,
  now: Date,
): Promise<LockedPeriod> {
  const locks = await loadLocksOf(account, scheme.id, period.key);
  const lock = lockAskedFor(locks, registration_id);
  const filed = afterFiling(lock, period.key, filing);
  if (filed === lock) return filed;
  // The file first: of two filings at once it tells which was the first, and nobody can rewrite it.
  const first = await storeFiling(account, filed, filing, now);
  return withRetries(() => saveFiling(account, filed, first, now));
}
