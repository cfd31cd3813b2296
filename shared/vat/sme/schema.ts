import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { COUNTRY_RULE, CurrencyCode, isCountry, notACountry } from "../reference-data/schema.ts";
import { Accepted, RatesUsed } from "../reference-data/vat-rates.ts";

/** A country code, not normalized: the table lists Greece as EL, so GR has no threshold. */
const Country = z
  .string()
  .refine(isCountry, { error: notACountry(`${COUNTRY_RULE}; Greece is EL`) })
  .meta({ description: "A country, ISO 3166-1 alpha-2; Greece is EL", examples: ["DE"] });

const Turnover = z
  .int("must be a whole number of minor units")
  .min(0, "must not be negative")
  .meta({ description: "Annual turnover in minor units of `currency`", examples: [2_450_000] });

/** Body of POST /v1/vat/sme-eligibility. */
export const EligibilityRequest = z
  .strictObject({
    country: Country,
    annual_turnover_nac: Turnover,
    currency: CurrencyCode,
    reference_date: IsoDate.optional().describe("The day of the threshold; today unless given"),
  })
  .meta({ id: "SmeEligibilityRequest" });
export type EligibilityRequest = z.output<typeof EligibilityRequest>;

/**
 * The error code of each field. A request with several faults gets the code of the first faulty field in this order.
 */
export const ELIGIBILITY_FAULTS = {
  country: "invalid_country",
  currency: "invalid_currency",
  annual_turnover_nac: "invalid_turnover",
  reference_date: "invalid_reference_date",
} as const;

const Threshold = z.number().min(0).nullable();
const InNac = Threshold.describe("Threshold in whole units of the national currency");
const InEuro = Threshold.describe(
  "Threshold in whole euro; null where no official equivalent is known",
);

export const SmePolicy = z
  .strictObject({
    one_national_annual_threshold: z.boolean().nullable(),
    exclusion_article288_quarantine_period: z.string().nullable(),
    voluntary_cessation_article290: z.boolean().nullable(),
  })
  .meta({
    id: "SmePolicy",
    description:
      "Rules of a country on the SME exemption; a null field is not established, which is not the same as none",
  });
export type SmePolicy = z.output<typeof SmePolicy>;

export const SmeSectoral = z
  .strictObject({
    sector: z.string().nullable(),
    exemption_threshold_eur: InEuro,
    exemption_threshold_nac: InNac,
    comment: z.string().nullable(),
  })
  .meta({ id: "SmeSectoral" });
export type SmeSectoral = z.output<typeof SmeSectoral>;

export const Eligibility = z
  .strictObject({
    country: z.string(),
    currency: KnownCurrency,
    annual_turnover_nac: z.int(),
    reference_date: IsoDate,
    exemption_threshold_nac: InNac,
    exemption_threshold_eur: InEuro,
    eligible_for_exemption: z.boolean(),
    exceeded_by_nac: z.int().min(0).describe("Excess over the threshold in minor units, or 0"),
    scheme_type: z.string(),
    policy: SmePolicy,
    sectorals: z.array(SmeSectoral),
    data_situation_on: IsoDate,
    accepted: Accepted.nullable().describe(
      "The decision of an operator that the threshold comes from; null for one that is built in",
    ),
    ...RatesUsed.shape,
    disclaimer: z.string(),
  })
  .meta({ id: "SmeEligibility" });
export type Eligibility = z.input<typeof Eligibility>;
