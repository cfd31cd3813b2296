import type { IsoDate } from "../calendar/iso-date.ts";
import { daysOf, type Month } from "../calendar/month.ts";
import { inForce } from "../registrations/in-force.ts";
import type { Registration } from "../registrations/registration.ts";

/** The registration that a month's return is made under, or why there is none. */
export type ImportCoverage =
  | { readonly status: "covered"; readonly registration: Registration }
  | { readonly status: "not_registered" }
  | { readonly status: "registration_conflict" };

/**
 * The one active or ended import registration that shares a day with the month. With two, each
 * identification state wants a return of its own (Annex III note d of Implementing Regulation (EU)
 * 2020/194), also when one follows the other.
 */
export function importCoverage(
  registrations: readonly Registration[],
  { firstDay, lastDay }: Month,
): ImportCoverage {
  const [registration, ...more] = inForce(registrations, "ioss", firstDay, lastDay);
  if (!registration) return { status: "not_registered" };
  return more.length > 0
    ? { status: "registration_conflict" }
    : { status: "covered", registration };
}

/** Whether a supply of that day belongs to the import scheme of any registration. */
export const isRegisteredOn = (registrations: readonly Registration[], day: IsoDate): boolean =>
  inForce(registrations, "ioss", day, day).length > 0;

/** How many of a month's days lie in registrations. */
export function extentOf(
  registrations: readonly Registration[],
  month: Month,
): "whole" | "part" | "none" {
  const covered = daysOf(month).filter((day) => isRegisteredOn(registrations, day)).length;
  if (covered === 0) return "none";
  return covered === daysOf(month).length ? "whole" : "part";
}
