import type { PeriodKey } from "../../core/ids.ts";
import type { Currency } from "../../core/money/money.ts";
import { parseReturnKey } from "../../ledger/sums/sum.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import {
  type ComputedReturn,
  type Covered,
  computeReturn,
  type ReturnInput,
} from "../compute/compute.ts";
import type { Return } from "../schema.ts";
import { type ChangedSinceLock, changesSince } from "./changes.ts";
import { declaredIn, withRecordedRates } from "./declared-returns.ts";
import type { LockedPeriod, PeriodMarkers } from "./locked-period.ts";
import { contentSha256 } from "./snapshot.ts";
import { returnOfLock } from "./view.ts";

/** A locked return, compared with the return that the current ledger makes. Every view of a locked period is built from it. */
export type ComparedLock = {
  readonly lock: LockedPeriod;
  readonly locked_return: Return;
  readonly today: ComputedReturn;
  /** The current return; null if there is none, or it is in another currency. */
  readonly current_return: Return | null;
  readonly changes: ChangedSinceLock | null;
  /** The periods of the returns that declare the changes; null if nothing has to be declared. */
  readonly declared_in: PeriodKey[] | null;
};

export function comparedLock(
  lock: LockedPeriod,
  input: ReturnInput,
  markers: PeriodMarkers,
): ComparedLock {
  const { scheme, registrations, sums } = input;
  const today = computeReturn(input);
  const report = today.status === "covered" ? today.report : undefined;
  const atRates = computeReturn(atRecordedRates(input, lock));
  return {
    lock,
    locked_return: returnOfLock(lock, currenciesOf(lock, sums)),
    today,
    current_return: report?.return_currency === lock.return_currency ? report : null,
    changes: changesSince(lock, report, contentSha256),
    declared_in: declaredIn({ scheme, registrations, markers }, lock, atRates) ?? null,
  };
}

function currenciesOf({ return_currency }: LockedPeriod, sums: ReturnInput["sums"]): Set<Currency> {
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

/** Returns the locked return in the form that documents are built from. Its checks are those of the current ledger. */
export function frozenReturn({ lock, locked_return, today }: ComparedLock): Covered {
  const { input, scheme, period, sorted, checks } = today;
  // Registrations are never removed.
  const own = input.registrations.find(({ id }) => id === lock.registration_id) as Registration;
  return {
    status: "covered",
    registration: own,
    report: locked_return,
    input,
    scheme,
    period,
    sorted,
    checks,
    warnings: lock.warnings,
    total_source_event_count: lock.total_source_event_count,
    included_source_event_count: lock.included_source_event_count,
    excluded_source_event_count: lock.excluded_source_event_count,
  };
}
