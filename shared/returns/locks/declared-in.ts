import { type Period, periodAfter, periodNamed } from "../../core/calendar/period.ts";
import { isCorrectable } from "../../vat/schemes/common-exclusions.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import { type ChangedReturn, changedReturn, lateChanges } from "../compute/late-changes.ts";
import type { LateChange } from "../schema.ts";
import { lockedRun } from "./declared-returns.ts";
import type { LockedPeriod } from "./locked-period.ts";
import type { PeriodMarkers } from "./period-markers.ts";

type DeclaringContext = {
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
};

/**
 * Returns the periods of the returns that declare the changes of a locked return, in calendar order: locked returns that
 * have declared some, then the earliest open return if some are left. Undefined if nothing has to be declared; empty if
 * no return declares it. `today` is the current return at the rates of the lock.
 */
export function declaredIn(
  context: DeclaringContext,
  lock: LockedPeriod,
  today: ComputedReturn,
): string[] | undefined {
  const changed = changedReturn(lock, today);
  if (!changed) return [];
  if (lateChanges([changed], []).length === 0) return undefined;
  return laterPeriods(periodNamed(lock.period_key) as Period)
    .filter((period) => declares(context, lock, changed, period))
    .map(({ key }) => key);
}

/** Returns the periods after `period` whose returns may correct it. */
function laterPeriods(period: Period): Period[] {
  const later: Period[] = [];
  for (let one = periodAfter(period); isCorrectable(period, one); one = periodAfter(one)) {
    later.push(one);
  }
  return later;
}

/** True if a return of the period declares some of the changes. */
function declares(
  { scheme, registrations, markers }: DeclaringContext,
  lock: LockedPeriod,
  changed: ChangedReturn,
  period: Period,
): boolean {
  const isOfChanges = (one: LateChange) => lateChanges([changed], []).some(isOfKey(one));
  return inForce(registrations, scheme.id, period.firstDay, period.lastDay)
    .filter((row) => row.member_state_identification === lock.member_state_identification)
    .some((registration) => {
      const coverage = { status: "covered", registration } as const;
      const run = lockedRun({ scheme, period, registrations, coverage }, markers);
      if ("frozen" in run) return run.frozen.some(isOfChanges);
      const isOfRun = run.changed.some(
        (one) => one.period_key === lock.period_key && one.registration_id === lock.registration_id,
      );
      return isOfRun && lateChanges([changed], run.declared).some(isOfChanges);
    });
}

const isOfKey =
  (one: LateChange) =>
  (other: LateChange): boolean =>
    one.original_period === other.original_period &&
    one.member_state_of_consumption === other.member_state_of_consumption;
