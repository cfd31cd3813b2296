import { parse } from "csv-parse/sync";
import * as z from "zod";
import { IsoDate } from "../../shared/core/calendar/schema.ts";
import { memberStateOf } from "../../shared/vat/reference-data/member-states.ts";
import { AppliesTo } from "../../shared/vat/reference-data/vat-rates.ts";

const RateBps = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.int().max(2700));

/** One rate of one state, by its code in returns; dates as in every dated table. */
const RateRow = z.object({
  country: z.string().refine((code) => memberStateOf(code)?.code === code),
  rate_bps: RateBps,
  valid_from: IsoDate,
  valid_to: z.union([IsoDate, z.literal("").transform(() => null)]),
  source: z.string().min(1),
  confidence: z.enum(["high", "medium", "low"]),
});
export type RateRow = z.output<typeof RateRow>;

/** A standard rate; `rate_note` is what a reader has to know of its scope. */
const StandardRateRow = RateRow.extend({ rate_note: z.string() });

/** The rate of a class: the standard rate of the day, or a rate of its own. */
const ClassRateRow = StandardRateRow.extend({
  class_id: z.string().regex(/^[a-z_]+$/),
  applies_to: AppliesTo,
  rate_bps: z.union([z.literal("standard"), RateBps]),
});
export type ClassRateRow = z.output<typeof ClassRateRow>;

const rowsOf = (csv: string): unknown[] => parse(csv, { columns: true });

export const rateRows = (csv: string): RateRow[] => z.array(RateRow).parse(rowsOf(csv));

export const standardRateRows = (csv: string) => z.array(StandardRateRow).parse(rowsOf(csv));

export const classRateRows = (csv: string): ClassRateRow[] =>
  z.array(ClassRateRow).parse(rowsOf(csv));
