import { type IsoDate, type Period, periodNamed } from "../../core/calendar/dates.ts";
import { type Declared, type DirectReason, NOT_DECLARED } from "../../ledger/events/declared-in.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { exclusionIn, parseReturnKey } from "../../ledger/sums/sum.ts";
import { isInTime } from "../../vat/schemes/common-exclusions.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { schemeOf } from "../../vat/schemes/schemes.ts";
import { AFTER_THREE_YEARS, type WarningCode } from "../../vat/schemes/warnings.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import {
  isDatedAfter,
  isOfOtherRegistration,
  type PlacingRules,
  placeExclusionOf,
} from "../compute/assign-sums.ts";
import type { LateChange } from "../schema.ts";
import {
  type DeclaredReturn,
  laterReturnsOf,
  type OpenReport,
  openReturnOf,
  ownReturn,
} from "./declared-returns.ts";
import { openingsIn, type PeriodMarkers } from "./locked-period.ts";

type Known = {
  readonly registrations: readonly Registration[];
  /** The markers of the event's period and, if that is declared, of its whole scheme. */
  readonly markers: PeriodMarkers;
  readonly today: IsoDate;
};

/** The place of an event in the return that counts it. */
type Place = { readonly scheme: Scheme; readonly period: Period; readonly key: string };

/** Returns the place of an event in its return; undefined for an undone event. */
export function placeOfEvent(event: EventRecord): Place | undefined {
  const [entry] = event.entries;
  const scheme = schemeOf(event);
  const period = entry && periodNamed(entry.partition.slice(scheme.partitionPrefix.length));
  return entry && period ? { scheme, period, key: entry.key } : undefined;
}

/**
 * Returns the return that declares an event, or the reason why none does. An event that comes after the lock of its
 * period is declared by the next open return, as a correction (Art. 369g(4), 369t(2) VAT Directive).
 */
export function declaredOf(event: EventRecord, known: Known): Declared {
  const place = placeOfEvent(event);
  if (!place) return NOT_DECLARED;
  const made = returnOf(place, known);
  if (typeof made === "string") return undeclared(made);
  const { scheme, period, key } = place;
  const own = ownReturn({ ...place, registrations: known.registrations }, made, known.markers);
  const part = parseReturnKey(key).family === "correction" ? "corrections" : "rows";
  if (!own) return declaredBy(scheme, period.key, made.id, part);
  if (isUnknown(event, own, known.markers)) return NOT_DECLARED;
  const presence = presenceOf(event, own, key);
  const isDeclared = own.locked_at || own.filed_elsewhere;
  const found = isDeclared ? declaredOnce(own, presence, scheme, known) : own;
  if (typeof found === "string") return undeclared(found);
  if (found === own) return declaredBy(scheme, period.key, own.registration_id, part);
  if (isTooLateFor(found, key)) return undeclared("after_three_years");
  return "coverage" in found
    ? declaredBy(scheme, found.period.key, found.coverage.registration.id, "corrections")
    : declaredBy(scheme, found.period_key, found.registration_id, "corrections");
}

const undeclared = (reason: WarningCode | DirectReason): Declared => {
  const isLate = reason === AFTER_THREE_YEARS.code;
  return { declared_in: null, undeclared_reason: isLate ? "after_three_years" : reason };
};

/** True for a correction of a declared return that another one may not declare any more, and has not. */
function isTooLateFor(found: DeclaredReturn | OpenReport, key: string): boolean {
  const placed = parseReturnKey(key);
  if (placed.family !== "correction") return false;
  if ("coverage" in found) return !isInTime(placed, found.period);
  const isOfKey = (one: LateChange) =>
    one.original_period === placed.original_period &&
    one.member_state_of_consumption === placed.consumption_country;
  const isDeclared = found.late_changes.some(isOfKey);
  return !isDeclared && !isInTime(placed, periodNamed(found.period_key) as Period);
}

const declaredBy = (
  { id }: Scheme,
  period_key: Period["key"],
  registration_id: number,
  part: "rows" | "corrections",
): Declared => ({
  declared_in: { scheme_type: id, period_key, registration_id, part },
  undeclared_reason: null,
});

/** Returns the registration whose return of the period has the place, or the code under which the return excludes it. */
function returnOf({ scheme, period, key }: Place, { registrations, markers }: Known) {
  const own = exclusionIn(key)?.code;
  const making = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  if (making.length === 0) return own ?? "registration_missing_excluded";
  const placing = parseReturnKey(key);
  if (placing.family === "check") throw new RangeError(`not the place of an event: ${key}`);
  for (const registration of making) {
    const rules: PlacingRules = {
      scheme,
      period,
      registrations,
      coverage: { status: "covered", registration },
      openings: openingsIn(markers),
    };
    if (isOfOtherRegistration(placing, rules)) continue;
    return placeExclusionOf(placing, rules)?.code ?? registration;
  }
  return own ?? "outside_registration_window_excluded";
}

/** Tells whether events were in the ledger at an instant, and whether the lock of their own return included them. */
type Presence = {
  readonly isIncluded: boolean;
  readonly wasInAt: (instant: string) => boolean;
};

const presenceOf = (event: EventRecord, own: DeclaredReturn, key: string): Presence => ({
  isIncluded:
    wasIn(event, own.locked_at ?? "") && !isDatedAfter(key, own.submitted_on ?? undefined),
  wasInAt: (instant) => wasIn(event, instant),
});

/**
 * Returns the return that declares events whose own return is declared: that one, or a later one if they came after its
 * lock. Each later lock has declared what had changed until then.
 */
export function declaredOnce(
  own: DeclaredReturn,
  { isIncluded, wasInAt }: Presence,
  scheme: Scheme,
  { registrations, markers, today }: Known,
): DeclaredReturn | OpenReport | DirectReason {
  const context = { scheme, registrations };
  // Of an event that was taken out and back in, the last return that took it in counts.
  const declaring = laterReturnsOf(own, context, markers).reduce<DeclaredReturn | undefined>(
    (found, later) => (wasInAt(later.locked_at ?? "") ? (found ?? later) : undefined),
    isIncluded ? own : undefined,
  );
  return declaring ?? openReturnOf(own, context, markers, today);
}

/** True if an event may have come after a lock of an earlier version, which did not record its instant. */
const isUnknown = (
  { entries }: EventRecord,
  { locked_at, filed_elsewhere, changes_seen }: DeclaredReturn,
  markers: PeriodMarkers,
): boolean =>
  locked_at === null &&
  !filed_elsewhere &&
  (markers.get(entries[0]?.partition ?? "")?.changes ?? 0) > changes_seen;

/** True if an event was committed, accepted and in its present place at an instant; now, without one. */
export function wasIn(record: EventRecord, at: string | undefined): boolean {
  if (at === undefined) return record.classification_status === "classified";
  if (record.moved_at !== undefined && record.moved_at > at) return false;
  const later = record.classification_history.find((step) => step.at > at);
  return (
    record.committed_at <= at && (later?.from ?? record.classification_status) === "classified"
  );
}
