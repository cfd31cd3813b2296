import * as z from "zod";
import { type IsoDate as Day, dayOf } from "../../core/calendar/iso-date.ts";
import { IsoDate } from "../../core/calendar/schema.ts";

const Instant = z.iso.datetime({ offset: true });

/**
 * The day that `text` names: itself, or the UTC day of an RFC 3339 instant, whose T and Z may be
 * small (RFC 3339, 5.6). Undefined when it is neither.
 */
export function dayNamedBy(text: string): Day | undefined {
  // A plus sign that was not escaped in the query arrives as a blank.
  const instant = text.toUpperCase().replace(/ (?=\d\d:\d\d$)/, "+");
  const isInstant = Instant.safeParse(instant).success;
  return IsoDate.safeParse(isInstant ? dayOf(new Date(instant)) : text).data;
}

/** Query parameter `at`: the day on which rates are asked for. */
export const At = z
  .string()
  .transform((text, context): Day => {
    const day = dayNamedBy(text);
    if (day) return day;
    context.addIssue("must be a day, YYYY-MM-DD, or an RFC 3339 time such as 2026-09-30T12:00:00Z");
    return z.NEVER;
  })
  .meta({
    description: "A day, or an RFC 3339 time, of which the UTC day counts; today unless given",
    examples: ["2026-09-30", "2026-09-30T12:00:00Z"],
  });
