import type { Scheme } from "../../vat/schemes/scheme.ts";
import { compareLock } from "./compare-lock.ts";
import { pageOf, type SchemeListQuery } from "./listing.ts";
import { loadLocks } from "./locked-periods.ts";
import type { LockedPeriodList } from "./schema.ts";
import { shownWithExports } from "./view.ts";

/**
 * A page of the locked periods of a scheme, and the one that was asked for.
 * @throws DomainError `registration_conflict` as compareLock does.
 */
export async function listLocks(
  account: string,
  scheme: Scheme,
  { period, registration_id, limit, cursor }: SchemeListQuery,
): Promise<LockedPeriodList> {
  const [locks, current] = await Promise.all([
    loadLocks(account, scheme.id, limit + 1, cursor),
    period && compareLock(account, scheme, period, registration_id),
  ]);
  const page = pageOf(locks, limit);
  if (!current) return page;
  const { lock, changes, recount_pending } = current;
  const compared = { changed_since_lock: changes, recount_pending };
  return { ...page, current_period: { ...shownWithExports(lock), ...compared } };
}
