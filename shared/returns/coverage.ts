import type { IsoDate } from "../calendar/iso-date.ts";
import { daysOf, type Period } from "../calendar/period.ts";
import { inForce, overlap } from "../registrations/in-force.ts";
import type { Registration } from "../registrations/registration.ts";
import type { Scheme } from "../schemes/scheme.ts";

/** The registration that a period's return is made under, or why there is none. */
export type Coverage =
  | { readonly status: "covered"; readonly registration: Registration }
  | Uncovered;

export type Uncovered = {
  readonly status: "registration_required" | "registration_conflict";
  /** The scheme's registrations that share a day with the period, whatever their status. */
  readonly seen: readonly Registration[];
};

/**
 * The one active or ended registration of the scheme that shares a day with the period. With two,
 * each identification state wants a return of its own (Annex III note d of Implementing Regulation
 * (EU) 2020/194), also when one follows the other.
 */
export function coverageOf(
  scheme: Scheme,
  registrations: readonly Registration[],
  { firstDay, lastDay }: Pick<Period, "firstDay" | "lastDay">,
): Coverage {
  const [registration, ...more] = inForce(registrations, scheme.id, firstDay, lastDay);
  if (registration && more.length === 0) return { status: "covered", registration };
  const window = { effective_from: firstDay, effective_to: lastDay };
  const seen = registrations.filter((row) => row.scheme_type === scheme.id && overlap(row, window));
  return { status: registration ? "registration_conflict" : "registration_required", seen };
}

/** Whether a supply of that day belongs to the scheme under any registration. */
export const isRegisteredOn = (
  scheme: Scheme,
  registrations: readonly Registration[],
  day: IsoDate,
): boolean => inForce(registrations, scheme.id, day, day).length > 0;

/** How many of a period's days lie in registrations. */
export function extentOf(
  scheme: Scheme,
  registrations: readonly Registration[],
  period: Period,
): "whole" | "part" | "none" {
  const days = daysOf(period);
  const covered = days.filter((day) => isRegisteredOn(scheme, registrations, day)).length;
  if (covered === 0) return "none";
  return covered === days.length ? "whole" : "part";
}
