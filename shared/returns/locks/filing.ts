import * as z from "zod";
import { type IsoDate as Day, plusDays } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import { DomainError, type Fault } from "../../core/errors/errors.ts";
import { text } from "../../core/input/text.ts";
import type { Filing } from "./locked-period.ts";

export const FilingRequest = z
  .strictObject({
    filed_at: IsoDate.optional().describe("The day the return was submitted; today if left out"),
    filing_reference: text(100).optional().describe("What the tax authority calls it"),
  })
  .meta({ id: "FilingRequest" });
export type FilingRequest = z.output<typeof FilingRequest>;

/** A return cannot have been filed tomorrow; one day is let pass, which has begun east of Greenwich. */
export function futureFilingFaults(body: unknown, today: Day): Fault[] {
  const parsed = z.object({ filed_at: IsoDate }).safeParse(body);
  const latest = plusDays(today, 1);
  if (!parsed.success || parsed.data.filed_at <= latest) return [];
  return [{ field: "filed_at", message: `must not lie after ${latest}` }];
}

/**
 * The audit record of a filing.
 * @throws DomainError `invalid_request` when the return would have been filed before its period was
 *   over: the return is due in the month that follows (Art. 369f, 369s VAT
 *   Directive).
 */
export function filingOf(
  { filed_at, filing_reference }: FilingRequest,
  period: Period,
  { keyId, now, today }: { keyId: string; now: Date; today: Day },
): Filing {
  if (filed_at !== undefined && filed_at <= period.lastDay) {
    const message = `must lie after ${period.lastDay}, the last day of ${period.key}`;
    throw new DomainError("invalid_request", `filed_at: ${message}`, [
      { field: "filed_at", message },
    ]);
  }
  return {
    filed_at: filed_at ?? today,
    ...(filing_reference === undefined ? {} : { filing_reference }),
    recorded_at: now.toISOString(),
    recorded_by: keyId,
  };
}
