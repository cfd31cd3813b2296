import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import { RATES_COMPLETE_FROM } from "../../vat/reference-data/known-span.ts";
import type { RateCategory } from "../../vat/schemes/supply-event.ts";
import { TAX_CLASSES } from "../../vat/tax-classes/catalogue.ts";
import { classRateOn, RATED_STATES } from "../../vat/tax-classes/class-rates.ts";

/** How something is taxed: by its class, or at a rate that the caller names in basis points. */
type Taxed = {
  readonly tax_class_id?: string | undefined;
  readonly vat_rate_bps?: number | undefined;
};

/** The rate that was applied, and what the return would call it; null where no standard rate is known. */
export type AppliedRate = {
  readonly vat_rate_bps: number;
  readonly rate_category: RateCategory | null;
  /** Beside a rate of the caller's own: the catalogue's for the class, null where there is none. */
  readonly class_rate_bps?: number | null;
};

/** Nothing is charged: the supply is outside the scope of the tax, or the customer pays it. */
export const NOT_CHARGED: AppliedRate = { vat_rate_bps: 0, rate_category: null };

/**
 * What is charged where no tax is due: nothing, but for a rate that the caller has charged all the same.
 * Tax that was charged is tax that is owed (Art. 203 VAT Directive).
 */
export const ownRateOf = ({ vat_rate_bps = 0, tax_class_id }: Taxed): AppliedRate =>
  vat_rate_bps === 0
    ? NOT_CHARGED
    : { vat_rate_bps, rate_category: null, ...(tax_class_id ? { class_rate_bps: null } : {}) };

/**
 * The rate of each in `state`, a Member State's code in returns, or undefined for any other country.
 * `place` is what the caller named, for the message.
 * @throws DomainError `invalid_request` where no rate is known: nothing is ever taken as 0 %.
 */
export function ratesOf(
  charges: readonly (Taxed & { readonly field: string })[],
  state: string | undefined,
  place: string,
  day: IsoDate,
): AppliedRate[] {
  const found = charges.map((charge) => ({ charge, rate: rateOf(charge, state, day) }));
  const faults = found.flatMap(({ charge, rate }) =>
    rate ? [] : [unknownRate(charge, state, place, day)],
  );
  rejectFaulty(faults);
  return found.flatMap(({ rate }) => rate ?? []);
}

function rateOf(charge: Taxed, state: string | undefined, day: IsoDate): AppliedRate | undefined {
  const { tax_class_id = "" } = charge;
  const ofClass = classRateIn(state, tax_class_id, day);
  const vat_rate_bps = charge.vat_rate_bps ?? ofClass;
  if (vat_rate_bps === undefined) return undefined;
  const isBeside = charge.vat_rate_bps !== undefined && charge.tax_class_id !== undefined;
  return {
    vat_rate_bps,
    rate_category: categoryOf(vat_rate_bps, tax_class_id, state, day),
    ...(isBeside ? { class_rate_bps: ofClass ?? null } : {}),
  };
}

/** The catalogue's rate, in basis points. For Northern Ireland only the standard rate is kept. */
const classRateIn = (
  state: string | undefined,
  classId: string,
  day: IsoDate,
): number | undefined =>
  state === undefined ? undefined : classRateOn(classId, state, day)?.rate_bps;

/** Zero-rated and exempt are both 0 in the rates; a class that is exempt everywhere says so itself. */
function categoryOf(
  vat_rate_bps: number,
  classId: string,
  state: string | undefined,
  day: IsoDate,
): RateCategory | null {
  if (vat_rate_bps === 0) return EXEMPT_CLASSES.has(classId) ? "exempt" : "zero";
  const standard = classRateIn(state, "standard", day);
  if (standard === undefined) return null;
  return vat_rate_bps >= standard ? "standard" : "reduced";
}

const EXEMPT_CLASSES: ReadonlySet<string> = new Set(
  TAX_CLASSES.filter(({ tags }) => tags.includes("exempt")).map(({ id }) => id),
);

function unknownRate(
  { field, tax_class_id }: Taxed & { readonly field: string },
  state: string | undefined,
  place: string,
  day: IsoDate,
): Fault {
  if (state !== undefined && RATED_STATES.includes(state)) {
    const message = `no rate of ${tax_class_id} is known for ${day}; rates begin on ${RATES_COMPLETE_FROM}`;
    return { field: "transaction_date", message };
  }
  const message = `no rate of ${tax_class_id} is known in ${place}; name one in vat_rate_bps`;
  return { field, message };
}
