import type { IsoDate } from "../calendar/iso-date.ts";
import type { Period } from "../calendar/period.ts";
import { DomainError } from "../refusals/errors.ts";
import type { Filing, LockedPeriod } from "./locked-period.ts";

/** open: no snapshot; locked: frozen; filed: frozen, and declared filed. */
export type PeriodState = "open" | "locked" | "filed";

export const stateOf = (lock: Pick<LockedPeriod, "filed"> | undefined): PeriodState => {
  if (!lock) return "open";
  return lock.filed ? "filed" : "locked";
};

/** Every state and everything that can be asked of it: the state it leads to, or the refusal. */
const TRANSITIONS = {
  lock: { open: "locked", locked: "period_already_locked", filed: "period_already_locked" },
  file: { open: "period_not_locked", locked: "filed", filed: "filed" },
} as const;

const REFUSALS = {
  period_already_locked: "is locked already; a locked quarter never changes",
  period_not_locked: "is not locked; lock it before marking it filed",
} as const;

/**
 * The state after a request.
 * @throws DomainError `period_already_locked`, `period_not_locked`
 */
export function stateAfter(
  request: keyof typeof TRANSITIONS,
  state: PeriodState,
  period: string,
): PeriodState {
  const next = TRANSITIONS[request][state];
  if (next === "locked" || next === "filed") return next;
  throw new DomainError(next, `${period} ${REFUSALS[next]}`);
}

/**
 * Refuses a lock that cannot be: a second one, and one of half a period. The return is of the whole
 * tax period (Art. 369f, 369s VAT Directive), and supplies are still to come on its last day.
 * @throws DomainError `period_already_locked`, `period_not_ended`
 */
export function refuseLock(lock: LockedPeriod | undefined, period: Period, today: IsoDate): void {
  stateAfter("lock", stateOf(lock), period.key);
  if (period.lastDay >= today) {
    const message = `${period.key} runs until ${period.lastDay}; it can be locked from the day after`;
    throw new DomainError("period_not_ended", message);
  }
}

/**
 * The period marked as filed. One that is filed already comes back as it is: the first record of a
 * filing is the evidence, and a repetition must not replace it.
 * @throws DomainError `period_not_locked`
 */
export function afterFiling(
  lock: LockedPeriod | undefined,
  period: string,
  filing: Filing,
): LockedPeriod {
  stateAfter("file", stateOf(lock), period);
  const locked = lock as LockedPeriod;
  return locked.filed ? locked : { ...locked, filed: filing };
}
