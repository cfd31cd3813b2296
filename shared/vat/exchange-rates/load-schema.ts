import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";

/** The source of rates that an operator loads: the ECB's current files, or the text of a CSV file. */
export const EcbLoad = z.discriminatedUnion("from", [
  z.strictObject({
    from: z.literal("ecb").describe("Source of the rates: the ECB's files of today and of 90 days"),
  }),
  z.strictObject({
    from: z.literal("file").describe("Source of the rates: a file of the ECB, for older days"),
    csv: z
      .string()
      .min(1)
      .max(4_000_000)
      .describe(
        "Content of the ECB's `eurofxref-hist.csv` or `eurofxref.csv`, or rows of `date,currency,rate`",
      ),
    confirm_jumps: z
      .boolean()
      .optional()
      .describe("True to store rates that jump, after you compared them with the ECB's page"),
  }),
]);
export type EcbLoad = Readonly<z.output<typeof EcbLoad>>;

export const EcbLoaded = z
  .strictObject({
    stored: z.int().describe("Number of days that were stored"),
    corrected: z.int().describe("Number of replaced rates; the old ones are kept as revisions"),
    missing_days: z.array(IsoDate).describe("TARGET days of the past year that have no rates yet"),
    faults: z.array(z.string()).describe("Reasons why a file of the ECB or a rate was not used"),
  })
  .meta({ id: "EcbRatesLoaded" });
export type EcbLoaded = z.output<typeof EcbLoaded>;
