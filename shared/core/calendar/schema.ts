import * as z from "zod";
import { type Period, periodNamed, quarterOf } from "./dates.ts";

/** An existing calendar day, YYYY-MM-DD, in the years 1000 to 9998, so that every due date exists too. */
export const IsoDate = z.iso
  .date()
  .refine((day) => day >= "1000-01-01" && day < "9999-01-01", "must be of a year from 1000 to 9998")
  .brand("IsoDate")
  .meta({ id: "Date", description: "A calendar day, YYYY-MM-DD", examples: ["2026-09-30"] });

/** A path parameter with a quarter key, YYYY-Qn, parsed into a period. */
export const QuarterParam = z
  .string()
  .transform((key, context): Period => {
    const quarter = quarterOf(key);
    if (quarter) return quarter;
    context.addIssue("must look like 2026-Q3");
    return z.NEVER;
  })
  .meta({ id: "QuarterKey", description: "A calendar quarter, as YYYY-Qn", examples: ["2026-Q3"] });

/** A path parameter with the key of a quarter or month, parsed into a period. */
export const PeriodParam = z
  .string()
  .transform((key, context): Period => {
    const period = periodNamed(key);
    if (period) return period;
    context.addIssue("must look like 2026-Q3 or 2026-09");
    return z.NEVER;
  })
  .meta({
    id: "TaxPeriod",
    description: "A quarter, YYYY-Qn, or a month, YYYY-MM, as the scheme has it",
    examples: ["2026-Q3"],
  });

export const QuarterKey = z
  .string()
  .regex(/^\d{4}-Q[1-4]$/, "must look like 2026-Q3")
  .meta({ description: "A calendar quarter, as YYYY-Qn" });

export const MonthKey = z
  .string()
  .regex(/^\d{4}-\d\d$/, "must look like 2026-09")
  .meta({ description: "A calendar month, as YYYY-MM" });

/** The key of a quarter or month, checked for its form only. */
export const PeriodKey = z
  .string()
  .regex(/^\d{4}-(?:Q[1-4]|\d\d)$/, "must look like 2026-Q3 or 2026-09")
  .brand("PeriodKey")
  .meta({ description: "A tax period: a quarter, YYYY-Qn, or a month, YYYY-MM" });

/** The key of a quarter or month that exists in the calendar, returned unchanged. */
export const NamedPeriod = z
  .string()
  .refine(periodNamed, "must look like 2026-Q3 or 2026-09")
  .brand("PeriodKey")
  .meta({ description: "A quarter, YYYY-Qn, or a month, YYYY-MM" });
