import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";

const Minor = z.int().min(0);
const EurMinor = Minor.describe("Amount in EUR minor units");
const Currencies = z.array(z.string());

/** Rejects a field of the other form; the fault names the form to which the field belongs. */
const only = (type: string) => z.never(`only for threshold_type ${type}`).optional();

export const ThresholdCheckRequest = z
  .discriminatedUnion(
    "threshold_type",
    [
      z.strictObject({
        threshold_type: z.literal("oss"),
        from: IsoDate.optional().describe("First day of the range; default 1 January of this year"),
        to: IsoDate.optional().describe("Last day of the range, included; today unless given"),
        amount_minor: only("ioss"),
      }),
      z.strictObject({
        threshold_type: z.literal("ioss"),
        amount_minor: EurMinor.describe("The consignment's value, EUR minor units"),
        from: only("oss"),
        to: only("oss"),
      }),
    ],
    { error: ({ code }) => (code === "invalid_union" ? "must be oss or ioss" : undefined) },
  )
  .meta({ id: "ThresholdCheckRequest" });

const position = {
  threshold_minor: EurMinor,
  currency: z.literal("EUR"),
  current_minor: EurMinor,
  remaining_minor: EurMinor,
  percentage_used: z.int().min(0).describe("Whole per cent of the threshold, rounded down"),
  exceeded: z.boolean().describe("True if above the threshold; exactly the threshold is not"),
  warning: z.boolean().describe("True if the amount is within the last 10 % below the threshold"),
};

const currencies = {
  converted_currencies: Currencies.describe("Currencies, but EUR, that were converted"),
  unconverted_currencies: Currencies.describe(
    "Currencies of which some sales are left out for want of an ECB rate; one may be in both lists",
  ),
};

const EurOnly = z.boolean().describe("True if some sales could not be converted and are left out");
const Disclaimer = z.string().describe("Basis of the figures, which are only indicative");

const Decision = z
  .strictObject({
    currency: KnownCurrency.describe("Currency of the state of establishment; EUR if unknown"),
    threshold_minor: Minor.describe(
      "Threshold in minor units: EUR 10,000, or its fixed equivalent in national currency (Art. 59c(5))",
    ),
    current_minor: Minor.describe(
      "Turnover in minor units of the calendar year of the range's last day, up to that day: each sale at the ECB rate of its day, and entered turnover",
    ),
    previous_year_minor: Minor,
    unreviewed_minor: Minor.describe(
      "Sales of both years in minor units that need a review, and may come to count",
    ),
    exceeded: z.boolean().describe("True if the threshold is exceeded in either year"),
    certain: z.boolean().describe("False if facts that are not known may change the decision"),
    reasons: z
      .array(z.strictObject({ code: z.string(), message: z.string() }))
      .describe(
        "Reasons why there is no relief, or why it is not certain; empty if sales are taxed at home",
      ),
  })
  .describe("The decision on the relief of Art. 59c for sales from the seat")
  .meta({ id: "ThresholdDecision" });

export const OssThresholdCheck = z
  .strictObject({
    threshold_type: z.literal("oss"),
    ...position,
    eur_only: EurOnly,
    ...currencies,
    crossed_on: IsoDate.nullable().describe(
      "The day on which the running total first exceeded the limit in the currency that decides, see decision.currency (Art. 59c(5))",
    ),
    crossed_on_eur: IsoDate.nullable().describe(
      "The day on which the running total in euro first exceeded EUR 10,000",
    ),
    countries: z.array(
      z.strictObject({ member_state_of_consumption: z.string(), amount_minor: EurMinor }),
    ),
    previous_year: z
      .strictObject({
        year: z.int(),
        current_minor: EurMinor,
        exceeded: z.boolean(),
        eur_only: EurOnly,
      })
      .describe(
        "Committed sales of the calendar year before that of the range's last day; entered turnover counts in `decision` alone",
      ),
    destination_taxation_applies: z
      .boolean()
      .describe(
        "True if the relief of Art. 59c is known not to apply on the range's last day: the limit is exceeded in that calendar year, up to that day, or in the year before, or the seller cannot have it at all. If this is false and `decision.certain` is false, it is not known, and a calculation taxes at destination",
      ),
    decision: Decision,
    national_equivalents: z
      .array(z.strictObject({ currency: KnownCurrency, amount_minor: Minor }))
      .describe("The threshold in national currencies, fixed by Art. 59c(5); minor units"),
    disclaimer: Disclaimer,
  })
  .meta({ id: "OssThresholdCheck" });

export const IossThresholdCheck = z
  .strictObject({
    threshold_type: z.literal("ioss"),
    ...position,
    ...currencies,
    disclaimer: Disclaimer,
  })
  .meta({ id: "IossThresholdCheck" });

export const ThresholdStatus = z
  .strictObject({
    checks: z.array(OssThresholdCheck),
    period: z.strictObject({ from: IsoDate, to: IsoDate }),
    eur_only: EurOnly,
    ...currencies,
    disclaimer: Disclaimer,
  })
  .meta({ id: "ThresholdStatus" });
