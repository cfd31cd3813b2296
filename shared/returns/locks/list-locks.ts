import type { Period } from "../../core/calendar/period.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { parseReturnKey } from "../../ledger/sums/sum-key.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { computeReturn, type ReturnInput } from "../compute/compute.ts";
import { coverageToday } from "../compute/coverage.ts";
import { loadReturnUnder } from "../load/load-return.ts";
import { loadPayments } from "../payment/store-payments.ts";
import type { Return } from "../schema.ts";
import { type ChangedSinceLock, changesSince } from "./changes.ts";
import { declaredIn } from "./declared-in.ts";
import { withRecordedRates } from "./declared-returns.ts";
import type { LockedPeriod } from "./locked-period.ts";
import { type LockedPeriodList, lockPage, type SchemeListQuery } from "./schema.ts";
import { contentSha256 } from "./snapshot.ts";
import { requestedLock } from "./state.ts";
import { loadLocks, loadLocksOf } from "./store-locks.ts";
import { loadMarkers } from "./store-markers.ts";
import { lockWithExports, returnOfLock } from "./view.ts";

/** A locked period, the changes of the current return since, and a recount that may still change these. */
type ComparedLock = {
  readonly lock: LockedPeriod;
  readonly locked_return: Return;
  readonly changes: ChangedSinceLock | null;
  /** The periods of the returns that declare the changes; null if nothing has to be declared. */
  readonly declared_in: string[] | null;
  readonly recount_pending: RecountPending | null;
};

/**
 * Compares a locked period with the current return; undefined if it is not locked.
 * @throws DomainError `registration_conflict` if there are two locks and none was chosen.
 */
async function compareLock(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<ComparedLock | undefined> {
  const locks = await loadLocksOf(account, scheme.id, period.key);
  const lock = requestedLock(locks, registration_id);
  if (!lock) return undefined;
  const [{ items }, markers] = await Promise.all([
    loadRegistrations(account),
    loadMarkers(account, scheme.partitionPrefix),
  ]);
  const coverage = coverageToday(scheme, items, period, lock.registration_id);
  const input = await loadReturnUnder(account, scheme, period, items, { coverage, markers });
  const today = computeReturn(input);
  return {
    lock,
    locked_return: returnOfLock(lock, currenciesOf(lock, input.sums)),
    changes: changesSince(
      lock,
      today.status === "covered" ? today.report : undefined,
      contentSha256,
    ),
    declared_in:
      declaredIn(
        { scheme, registrations: items, markers },
        lock,
        computeReturn(atRecordedRates(input, lock)),
      ) ?? null,
    recount_pending: await loadPendingRecount(account, period),
  };
}

/** Returns the currencies of the return and of the supplies of its period. */
function currenciesOf({ return_currency }: LockedPeriod, sums: ReturnInput["sums"]): Set<string> {
  const keys = sums.map(({ key }) => parseReturnKey(key));
  const supplied = keys.flatMap((key) => (key.family === "line" ? [key.currency] : []));
  return new Set([return_currency, ...supplied]);
}

/** Converts at the rates of the lock, because a later return declares changes at those (docs/decisions/0013). */
function atRecordedRates(input: ReturnInput, lock: LockedPeriod): ReturnInput {
  const { period, rates } = input;
  const published = rates.get(period.key);
  if (!published) return input;
  const recorded = withRecordedRates(published, lock.exchange_rates);
  return { ...input, rates: new Map(rates).set(period.key, recorded) };
}

/**
 * Lists a page of the locked periods of a scheme, with the comparison of the requested period.
 * @throws DomainError `registration_conflict`, see compareLock.
 */
export async function listLocks(
  account: string,
  scheme: Scheme,
  { period, registration_id, limit, cursor }: SchemeListQuery,
): Promise<LockedPeriodList> {
  const [locks, payments, current] = await Promise.all([
    loadLocks(account, scheme.id, limit + 1, cursor),
    loadPayments(account, scheme.id),
    period && compareLock(account, scheme, period, registration_id),
  ]);
  const page = lockPage(locks, payments, limit);
  if (!current) return page;
  const { lock, changes, ...compared } = current;
  return {
    ...page,
    current_period: { ...lockWithExports(lock), ...compared, changed_since_lock: changes },
  };
}
