import * as z from "zod";
import { dayOf, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { quarterOn } from "../../core/calendar/quarter.ts";
import { isCorrectable } from "../../vat/schemes/correction-years.ts";

/** The last audit of a quarter that has found nothing. */
export const CleanAudit = z.object({
  /** Of the sums that were compared, and of how often each had been written. */
  sums_sha256: z.string(),
  /** Of what decides on events besides themselves: registrations, profile, rules. */
  ground_sha256: z.string(),
  events: z.int(),
  audited_at: z.iso.datetime(),
});
export type CleanAudit = z.output<typeof CleanAudit>;

/** How a quarter is found before it is audited. */
type Found = {
  readonly quarter: Period;
  readonly hasEvents: boolean;
  readonly sums_sha256: string;
  readonly ground_sha256: string;
};

/** A quarter that does not change is read again four times a year, for what was done to its events alone. */
const DAYS_BETWEEN_AUDITS = 91;

/**
 * Whether a quarter is to be read. Sums that have changed are always a reason; without one, a quarter that returns
 * can still correct is read from time to time, and one that is closed (Art. 61(2) CIR 282/2011) never again.
 */
export function isAuditDue(found: Found, clean: CleanAudit | undefined, today: IsoDate): boolean {
  const isAsBefore =
    clean?.sums_sha256 === found.sums_sha256 &&
    clean.ground_sha256 === found.ground_sha256 &&
    clean.events > 0 === found.hasEvents;
  if (!clean || !isAsBefore) return true;
  if (!isCorrectable(found.quarter, quarterOn(today))) return false;
  return plusDays(dayOf(new Date(clean.audited_at)), DAYS_BETWEEN_AUDITS) <= today;
}
