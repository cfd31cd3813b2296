import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import { RATES_COMPLETE_FROM } from "../../vat/reference-data/known-span.ts";
import type { RateRegion } from "../../vat/reference-data/rate-regions.ts";
import type { RateCategory } from "../../vat/schemes/supply-event.ts";
import { TAX_CLASSES } from "../../vat/tax-classes/catalogue.ts";
import { classRateOn, RATED_STATES } from "../../vat/tax-classes/class-rates.ts";

/** The choice of rate: a tax class, or a rate in basis points that the caller gives. */
type Taxed = {
  readonly tax_class_id?: string | undefined;
  readonly vat_rate_bps?: number | undefined;
};

/** The rate that was applied and its category in returns; the category is null if no standard rate is known. */
export type AppliedRate = {
  readonly vat_rate_bps: number;
  readonly rate_category: RateCategory | null;
  /** The catalogue rate of the class, returned alongside a rate that the caller gave; null if there is none. */
  readonly class_rate_bps?: number | null;
};

/** No VAT is charged: the supply is outside the scope of VAT, or the customer accounts for it. */
export const NOT_CHARGED: AppliedRate = { vat_rate_bps: 0, rate_category: null };

/**
 * Returns the rate of a supply on which no VAT is due: zero, unless the caller has charged a rate anyway. VAT that was
 * charged is owed (Art. 203 VAT Directive).
 */
export const ownRateOf = ({ vat_rate_bps = 0, tax_class_id }: Taxed): AppliedRate =>
  vat_rate_bps === 0
    ? NOT_CHARGED
    : { vat_rate_bps, rate_category: null, ...(tax_class_id ? { class_rate_bps: null } : {}) };

/** The place whose rates apply. */
type RatePlace = {
  /** The code of a Member State in returns, or undefined for another country. */
  readonly state: string | undefined;
  /** The region there with a standard rate of its own. */
  readonly region?: RateRegion | undefined;
  /** The country as the caller named it, for the message. */
  readonly place: string;
};

/**
 * Returns the rate of each charge.
 * @throws DomainError `invalid_request` if no rate is known: an unknown rate is never replaced by 0 %.
 */
export function ratesOf(
  charges: readonly (Taxed & { readonly field: string })[],
  at: RatePlace,
  day: IsoDate,
): AppliedRate[] {
  const found = charges.map((charge) => ({ charge, rate: rateOf(charge, at, day) }));
  const faults = found.flatMap(({ charge, rate }) => (rate ? [] : [unknownRate(charge, at, day)]));
  rejectFaulty(faults);
  return found.flatMap(({ rate }) => rate ?? []);
}

function rateOf(charge: Taxed, at: RatePlace, day: IsoDate): AppliedRate | undefined {
  const { tax_class_id = "" } = charge;
  const ofClass = classRateIn(at, tax_class_id, day);
  const vat_rate_bps = charge.vat_rate_bps ?? ofClass;
  if (vat_rate_bps === undefined) return undefined;
  const isBeside = charge.vat_rate_bps !== undefined && charge.tax_class_id !== undefined;
  return {
    vat_rate_bps,
    rate_category: categoryOf(vat_rate_bps, tax_class_id, at, day),
    ...(isBeside ? { class_rate_bps: ofClass ?? null } : {}),
  };
}

/**
 * Returns the catalogue rate in basis points. For Northern Ireland only the standard rate is stored. In a region with a
 * standard rate of its own, that rate replaces the standard rate; reduced rates of regions are not in the catalogue.
 */
function classRateIn(
  { state, region }: RatePlace,
  classId: string,
  day: IsoDate,
): number | undefined {
  if (state === undefined) return undefined;
  const rate = classRateOn(classId, state, day)?.rate_bps;
  const isStandard = rate !== undefined && rate === classRateOn("standard", state, day)?.rate_bps;
  return region && isStandard ? region.standard_rate_bps : rate;
}

/**
 * Returns the category of a rate. Zero-rated and exempt are both 0 in the rates, so the class decides between these
 * categories.
 */
function categoryOf(
  vat_rate_bps: number,
  classId: string,
  at: RatePlace,
  day: IsoDate,
): RateCategory | null {
  if (vat_rate_bps === 0) return EXEMPT_CLASSES.has(classId) ? "exempt" : "zero";
  const standard = classRateIn(at, "standard", day);
  if (standard === undefined) return null;
  return vat_rate_bps >= standard ? "standard" : "reduced";
}

const EXEMPT_CLASSES: ReadonlySet<string> = new Set(
  TAX_CLASSES.filter(({ tags }) => tags.includes("exempt")).map(({ id }) => id),
);

function unknownRate(
  { field, tax_class_id }: Taxed & { readonly field: string },
  { state, place }: RatePlace,
  day: IsoDate,
): Fault {
  if (state !== undefined && RATED_STATES.includes(state)) {
    const message = `no rate of ${tax_class_id} is known for ${day}; rates begin on ${RATES_COMPLETE_FROM}`;
    return { field: "transaction_date", message };
  }
  const message = `no rate of ${tax_class_id} is known in ${place}; name one in vat_rate_bps`;
  return { field, message };
}
