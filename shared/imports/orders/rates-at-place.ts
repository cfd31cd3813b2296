import type { IsoDate } from "../../core/calendar/dates.ts";
import { keepResults } from "../../core/kept-results.ts";
import type { Exact } from "../../core/money/money.ts";
import {
  formOf,
  type RateCatalogue,
  ratesInForce,
  standardRatesInForce,
} from "../../vat/reference-data/vat-rates.ts";
import { isService, type SupplyKind } from "../../vat/schemes/supply-event.ts";
import { classRateOn } from "../../vat/tax-classes/class-rates.ts";
import { fitsExactly, minus, roughly, timesExact } from "./exact-amount.ts";

type RatedPlace = {
  readonly state: string | undefined;
  /** True for a place in a region with rates of its own. */
  readonly hasRegion?: boolean;
  readonly day: IsoDate;
};

type Rates = ReadonlySet<number> | undefined;

/** The rates by place and day of each catalogue: a file asks for the same few again and again. */
const byCatalogue = new WeakMap<RateCatalogue, (place: string) => Rates>();

/** Returns the rates in force at a place, without those of its regions elsewhere; undefined where no table has them. */
export function ratesAt(place: RatedPlace, rates: RateCatalogue): Rates {
  const known = byCatalogue.get(rates) ?? keepResults((text) => foundAt(JSON.parse(text), rates));
  byCatalogue.set(rates, known);
  const { state, hasRegion, day } = place;
  return known(JSON.stringify({ state, hasRegion, day }));
}

function foundAt({ state, hasRegion, day }: RatedPlace, rates: RateCatalogue): Rates {
  if (state === undefined) return undefined;
  const found = ratesInForce(state, day, rates);
  if (!found || hasRegion) return found;
  const { regional } = standardRatesInForce(state, day, rates);
  return new Set([...found].filter((rate) => !regional.includes(rate)));
}

/** The classes of goods that a shop sends, or of what it sends by wire, that some states tax at a rate of zero. */
const ZERO_CLASSES = {
  goods: ["food", "pharma", "medical_devices", "books", "newspapers", "children_clothing"],
  services: ["books", "newspapers"],
} as const;

/** True if the rate of zero is in force at a place for some of such supplies; exempt supplies have none. */
export const hasZeroRate = (
  { state, day }: RatedPlace,
  kind: SupplyKind,
  rates: RateCatalogue,
): boolean =>
  state !== undefined &&
  ZERO_CLASSES[isService(kind) ? "services" : "goods"].some(
    (name) => classRateOn(name, state, day, rates, formOf(kind))?.rate_bps === 0,
  );

/** The sum of what has one tax whose rate the shop does not state. */
type TaxedSum = { readonly net: Exact; readonly vat: Exact; readonly slack: number };

/** Returns the rates that give the VAT of a sum, the nearest first. */
export function fittingRates(
  { net, vat, slack }: TaxedSum,
  rates: ReadonlySet<number> | undefined,
): readonly number[] {
  const distance = (rate: number) => Math.abs(roughly(minus(timesExact(net, rate, 10_000), vat)));
  return [...(rates ?? [])]
    .filter((rate) => rate > 0 && fitsExactly(net, vat, rate, slack))
    .sort((a, b) => distance(a) - distance(b));
}
