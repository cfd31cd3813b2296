import { type Dated, type IsoDate, rowOn } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { type Currency, exponentOf } from "../../core/money/money.ts";
import table from "../reference-data/sme-in-force.json" with { type: "json" };
import {
  acceptedThresholdOn,
  acceptedView,
  type OverlayThreshold,
  type RateCatalogue,
  ratesUsed,
} from "../reference-data/vat-rates.ts";
import type { Eligibility, EligibilityRequest, SmePolicy, SmeSectoral } from "./schema.ts";

/** The national exemption of Art. 284 VAT Directive. */
type SmeThreshold = Dated & {
  readonly currency: Currency;
  /** Whole units of `currency`. */
  readonly exemption_threshold_nac: number;
  readonly exemption_threshold_eur: number | null;
  readonly scheme_type: string;
  readonly policy: SmePolicy;
  readonly sectorals: readonly SmeSectoral[];
  readonly data_situation_on: string;
  /** The accepted row that it comes from; absent for a built-in threshold. */
  readonly accepted?: OverlayThreshold;
};

/** country → its thresholds, newest first. */
const THRESHOLDS = new Map(Object.entries(table)) as ReadonlyMap<string, readonly SmeThreshold[]>;

/**
 * Returns the threshold in force in `country` on `day`; the newest one also applies to future days. Complete from
 * 2021-07-01 for every Member State except Spain, which has no such exemption.
 * @returns undefined where there is none. Greece is EL.
 */
export function thresholdOn(
  country: string,
  day: IsoDate,
  rates: RateCatalogue,
): SmeThreshold | undefined {
  const builtIn = rowOn(THRESHOLDS.get(country) ?? [], day);
  const accepted = acceptedThresholdOn(country, day, rates);
  if (!accepted || (builtIn?.valid_from ?? "") > accepted.valid_from) return builtIn;
  return withAccepted(accepted);
}

/** Returns the row of an accepted threshold. Conditions and sectors stay those of the row before it. */
function withAccepted(accepted: OverlayThreshold): SmeThreshold {
  const { country, currency, threshold_nac, valid_from, accepted_at } = accepted;
  return {
    ...(rowOn(THRESHOLDS.get(country) ?? [], valid_from) ?? UNKNOWN_CONDITIONS),
    currency,
    exemption_threshold_nac: threshold_nac,
    exemption_threshold_eur: currency === "EUR" ? threshold_nac : null,
    data_situation_on: accepted_at.slice(0, 10),
    valid_from,
    accepted,
  };
}

/** The conditions of a first threshold of a state, such as Spain. */
const UNKNOWN_CONDITIONS = {
  scheme_type: "Regular scheme",
  policy: {
    one_national_annual_threshold: null,
    exclusion_article288_quarantine_period: null,
    voluntary_cessation_article290: null,
  },
  sectorals: [],
};

const DISCLAIMER =
  "Indicative information, not tax advice. Only the national exemption for small enterprises (Art. 284 of Directive 2006/112/EC) of the country named is considered. The EU cross-border scheme, with its Union turnover limit of EUR 100,000, is not evaluated. The turnover is compared with the main threshold alone: lower thresholds of single sectors (see sectorals), tolerances within the year and conditions other than turnover are not.";

/**
 * Tests whether an annual turnover, in minor units, is within the national exemption threshold of Art. 284 VAT
 * Directive. A turnover equal to the threshold is within it, since it "does not exceed" it.
 * @throws DomainError `no_sme_data` when there is no threshold for the country and the day, `currency_mismatch` when
 *   the turnover is not in the country's currency of that day.
 */
export function smeEligibility(
  request: EligibilityRequest,
  today: IsoDate,
  rates: RateCatalogue,
): Eligibility {
  const { country, currency, annual_turnover_nac, reference_date = today } = request;
  const threshold = thresholdOn(country, reference_date, rates);
  if (!threshold) throw noData(country, reference_date);
  if (threshold.currency !== currency) throw otherCurrency(threshold, request, reference_date);
  const excess = annual_turnover_nac - inMinorUnits(threshold);
  return {
    country,
    currency,
    annual_turnover_nac,
    reference_date,
    exemption_threshold_nac: threshold.exemption_threshold_nac,
    exemption_threshold_eur: threshold.exemption_threshold_eur,
    eligible_for_exemption: excess <= 0,
    exceeded_by_nac: Math.max(0, excess),
    scheme_type: threshold.scheme_type,
    policy: threshold.policy,
    sectorals: [...threshold.sectorals],
    data_situation_on: threshold.data_situation_on,
    accepted: acceptedView(threshold.accepted),
    ...ratesUsed(rates),
    disclaimer: DISCLAIMER,
  };
}

/** Converts a threshold in whole units to minor units by ISO 4217, in which the forint also has two decimals. */
const inMinorUnits = ({ exemption_threshold_nac, currency }: SmeThreshold): number =>
  exemption_threshold_nac * 10 ** (exponentOf(currency) ?? 0);

function noData(country: string, day: IsoDate): DomainError {
  const hint = country === "GR" ? "; Greece is EL here" : "";
  return new DomainError("no_sme_data", `no threshold of ${country} is known for ${day}${hint}`);
}

const otherCurrency = (
  threshold: SmeThreshold,
  { country, currency }: EligibilityRequest,
  day: IsoDate,
): DomainError =>
  new DomainError(
    "currency_mismatch",
    `the currency of ${country} on ${day} is ${threshold.currency}, not ${currency}`,
  );
