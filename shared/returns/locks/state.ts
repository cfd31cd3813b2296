import * as z from "zod";
import { type IsoDate as Day, type Period, periodNamed } from "../../core/calendar/dates.ts";
import { IsoDate, PeriodKey as Key } from "../../core/calendar/schema.ts";
import { DomainError, rejectFaulty } from "../../core/errors/errors.ts";
import type { PeriodKey } from "../../core/ids.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import { readinessOf } from "../compute/status.ts";
import { kindFaults, LockLanguage } from "../path-schema.ts";
import {
  currentFiling,
  type Filing,
  type LockedPeriod,
  type OpeningMarker,
} from "./locked-period.ts";

/** open: no snapshot; locked: frozen; filed: frozen, and recorded as filed. */
export type PeriodState = "open" | "locked" | "filed";

export const stateOf = (lock: Pick<LockedPeriod, "filed"> | undefined): PeriodState => {
  if (!lock) return "open";
  return lock.filed ? "filed" : "locked";
};

/** The result of each request in each state: the new state, or the error. */
const TRANSITIONS = {
  lock: { open: "locked", locked: "period_already_locked", filed: "period_already_locked" },
  file: { open: "period_not_locked", locked: "filed", filed: "filed" },
} as const;

const REFUSALS = {
  period_already_locked: "is locked already; a locked quarter never changes",
  period_not_locked: "is not locked; lock it before marking it filed",
} as const;

/**
 * Returns the state after a request.
 * @throws DomainError `period_already_locked`, `period_not_locked`
 */
export function stateAfter(
  request: keyof typeof TRANSITIONS,
  state: PeriodState,
  period: PeriodKey,
): PeriodState {
  const next = TRANSITIONS[request][state];
  if (next === "locked" || next === "filed") return next;
  throw new DomainError(next, `${period} ${REFUSALS[next]}`);
}

/**
 * Returns the declared return of a period, locked here or filed elsewhere, that prevents another one. A second return
 * under another registration is allowed only if both make returns of the period, as after a move.
 */
export function inTheWay<Declared extends Pick<LockedPeriod, "registration_id">>(
  declared: readonly Declared[],
  activeRegistrations: readonly Pick<Registration, "id">[],
  registration_id: number | undefined,
): Declared | undefined {
  const asked =
    registration_id ?? (activeRegistrations.length === 1 ? activeRegistrations[0]?.id : undefined);
  const makes = (id: number) =>
    activeRegistrations.some((activeRegistration) => activeRegistration.id === id);
  return declared.find(
    (declared) => declared.registration_id === asked || !makes(declared.registration_id),
  );
}

/**
 * Returns the requested lock: that of the registration, or the only one of its period.
 * @throws DomainError `registration_conflict` if there are two and none was chosen.
 */
export function requestedLock(
  locks: readonly LockedPeriod[],
  registration_id: number | undefined,
): LockedPeriod | undefined {
  if (registration_id !== undefined) {
    return locks.find((lock) => lock.registration_id === registration_id);
  }
  const [only, ...more] = locks;
  if (!only || more.length === 0) return only;
  const ids = locks.map((lock) => lock.registration_id).join(", ");
  const message = `${only.period_key} is locked under the registrations ${ids}: choose one with registration_id`;
  throw new DomainError("registration_conflict", message);
}

/**
 * Rejects a second lock, and a lock before the period has ended. The return covers the whole tax period (Art. 369f,
 * 369s VAT Directive), and supplies may still follow on its last day.
 * @throws DomainError `period_already_locked`, `period_not_ended`
 */
export function rejectLock(lock: LockedPeriod | undefined, period: Period, today: Day): void {
  stateAfter("lock", stateOf(lock), period.key);
  if (period.lastDay >= today) {
    const message = `${period.key} runs until ${period.lastDay}; it can be locked from the day after`;
    throw new DomainError("period_not_ended", message);
  }
}

/**
 * Rejects a stated day of submission before the end of the period, or in the future.
 * @throws DomainError `invalid_request`
 */
export function rejectSubmission(day: Day | undefined, period: Period, today: Day): void {
  if (day === undefined || (period.lastDay <= day && day <= today)) return;
  const message = `must lie between ${period.lastDay}, the last day of ${period.key}, and today`;
  rejectFaulty([{ field: "submitted_on", message }]);
}

/**
 * Rejects a lock if the return of the period is an opening.
 * @throws DomainError `period_filed_elsewhere`
 */
export function rejectFiledElsewhere(opening: OpeningMarker | undefined): void {
  if (!opening) return;
  const { period_key, registration_id } = opening;
  const message = `the return of ${period_key} under registration ${registration_id} was filed elsewhere; what comes to it now is declared in the next open return`;
  throw new DomainError("period_filed_elsewhere", message);
}

/**
 * Returns the period marked as filed. A period that was filed before is returned unchanged: the first record of a
 * filing is the evidence, and a repetition must not replace it.
 * @throws DomainError `period_not_locked`
 */
export function afterFiling(
  lock: LockedPeriod | undefined,
  period: PeriodKey,
  filing: Filing,
): LockedPeriod {
  stateAfter("file", stateOf(lock), period);
  const locked = lock as LockedPeriod;
  return locked.filed ? locked : { ...locked, filed: filing };
}

/** Maximum number of corrections of one filing, which are part of the item of its lock. */
const MOST_CORRECTIONS = 50;

/**
 * Returns the period with a correction of its filing. Day and reference that stand already change nothing, so that a
 * repeated request is harmless.
 * @throws DomainError `period_not_locked`, `period_not_filed`, `invalid_request` for one too many
 */
export function afterCorrection(
  lock: LockedPeriod | undefined,
  period: PeriodKey,
  correction: Filing,
): LockedPeriod {
  stateAfter("file", stateOf(lock), period);
  const filed = lock as LockedPeriod;
  if (!filed.filed) {
    const message = `${period} is not recorded as filed: record the filing first`;
    throw new DomainError("period_not_filed", message);
  }
  const { filing_corrections = [] } = filed;
  const current = currentFiling(filed);
  const isSame =
    current?.filed_at === correction.filed_at &&
    current.filing_reference === correction.filing_reference;
  if (isSame) return filed;
  if (filing_corrections.length >= MOST_CORRECTIONS) {
    const message = `the filing of ${period} was corrected ${MOST_CORRECTIONS} times, and no more is recorded`;
    throw new DomainError("invalid_request", message);
  }
  return { ...filed, filing_corrections: [...filing_corrections, correction] };
}

/** Maximum number of nil returns of one request: six years of quarters, two of months. */
const MOST_PERIODS = 24;

/** Body of POST /v1/returns/{scheme}/nil-returns. */
export const NilReturnsRequest = z
  .strictObject({
    period_keys: z
      .array(Key)
      .min(1)
      .max(MOST_PERIODS)
      .describe("The periods without supplies, in any order; at most 24"),
    registration_id: z
      .int()
      .positive()
      .optional()
      .describe(
        "Id of the registration; required if two registrations follow one another in a period",
      ),
    submitted_on: IsoDate.optional().describe(
      "Day on which the returns were submitted: of each, from the last day of its period to today",
    ),
    language: LockLanguage,
  })
  .meta({ id: "NilReturnsRequest" });
export type NilReturnsRequest = z.output<typeof NilReturnsRequest>;

const NilReturnResult = z
  .strictObject({
    period_key: Key,
    result: z
      .enum(["locked", "unchanged", "rejected"])
      .describe(
        "Result for the period; `unchanged`: it was locked before, whatever its return declares",
      ),
    error: z
      .string()
      .nullable()
      .describe(
        "The error code of a rejected return; `return_not_ready` if it is not a nil return",
      ),
    message: z.string().nullable(),
    entry_sheet: z
      .string()
      .nullable()
      .describe("The path of the lines to type into the portal; null for a rejected return"),
  })
  .meta({ id: "NilReturnResult" });
export type NilReturnResult = z.output<typeof NilReturnResult>;

/** Response of POST /v1/returns/{scheme}/nil-returns. */
export const NilReturnResults = z
  .strictObject({
    items: z.array(NilReturnResult).describe("Result of each period, the oldest first"),
  })
  .meta({ id: "NilReturnResults" });

/**
 * Returns the requested periods, the oldest first.
 * @throws DomainError `invalid_request` for a period that does not exist in the scheme, or is named twice
 */
export function requestedPeriods(scheme: Scheme, keys: readonly string[]): Period[] {
  const periods = keys.map((key) => periodNamed(key));
  rejectFaulty(
    periods.flatMap((period, n) => {
      const field = `period_keys.${n}`;
      if (!period) return [{ field, message: "must look like 2026-Q3 or 2026-09" }];
      if (keys.indexOf(period.key) < n) return [{ field, message: "is named twice" }];
      return kindFaults(scheme, period).map(({ message }) => ({ field, message }));
    }),
  );
  return periods
    .flatMap((period) => period ?? [])
    .sort((period, other) => (period.firstDay < other.firstDay ? -1 : 1));
}

/**
 * Rejects a return that is not a nil return.
 * @throws DomainError `return_not_ready`
 */
export function requireNilReturn(computed: ComputedReturn): void {
  const { status, detail } = readinessOf(computed);
  if (status === "nil_return") return;
  throw new DomainError(
    "return_not_ready",
    `${computed.period.key} is not a nil return: ${detail}`,
  );
}
