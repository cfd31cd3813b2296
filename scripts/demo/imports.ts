import { type IsoDate, type Period, periodOn } from "../../shared/core/calendar/dates.ts";
import { MARKETS } from "./catalogue.ts";
import { Dice, type Weighted } from "./dice.ts";
import { amountsAt, knownCurrency, localCurrency, priceTag } from "./prices.ts";
import type { DemoEvent } from "./sales.ts";

const IMPORTS_A_QUARTER = 45;

const ORIGINS: Weighted<string> = [
  ["CN", 6],
  ["GB", 3],
  ["US", 2],
];

/** Prices of small parcels for the import scheme, and of parcels above its limit, in euro cents. */
const SMALL = [600, 14_500] as const;
const DEAR = [19_000, 60_000] as const;

/** Returns the quarter's goods from outside the Union; depends on the quarter and on the known rates. */
export const importsOf = (quarter: Period, ratesUntil: IsoDate): DemoEvent[] =>
  Array.from({ length: IMPORTS_A_QUARTER }, (_, index) =>
    importOf(quarter, `${quarter.key}-import-${String(index + 1).padStart(3, "0")}`, ratesUntil),
  );

function importOf(quarter: Period, event_id: string, ratesUntil: IsoDate): DemoEvent {
  const dice = new Dice(event_id);
  const sold = {
    tax_class_id: "standard",
    consumption_country: dice.pick(MARKETS),
    supply_date: dice.dayIn(quarter),
  } as const;
  const wanted = dice.chance(0.2) ? "USD" : localCurrency(sold.consumption_country);
  const currency = knownCurrency(wanted, periodOn("month", sold.supply_date), ratesUntil);
  const price = priceTag(dice, dice.chance(0.12) ? DEAR : SMALL, currency);
  const amounts = amountsAt(price, currency, sold);
  return {
    event_id,
    event_type: "sale",
    source_id: "parcels",
    supply_kind: "imported_goods",
    ...sold,
    ...amounts,
    ...(dice.chance(0.05) ? {} : { origin_country: dice.pick(ORIGINS) }),
    consignment: consignmentOf(event_id, amounts, dice),
  };
}

/** The customs rates of the demo, in round numbers: 1.00 euro is 1.25 dollars, 5 zloty and so on. */
const CUSTOMS_RATES: Readonly<Record<string, number>> = {
  USD: 1.25,
  PLN: 5,
  DKK: 8,
  SEK: 12,
  CZK: 25,
};

/**
 * Returns the consignment of an import. A value in another currency counts only with its value in euro; some callers do
 * not send it.
 */
function consignmentOf(
  event_id: string,
  { taxable_amount_minor, currency }: ReturnType<typeof amountsAt>,
  dice: Dice,
): NonNullable<DemoEvent["consignment"]> {
  const rate = CUSTOMS_RATES[currency];
  const euro = rate && !dice.chance(0.15) ? Math.ceil(taxable_amount_minor / rate) : undefined;
  return {
    id: `${event_id}-parcel`,
    intrinsic_value_minor: taxable_amount_minor,
    currency,
    ...(euro === undefined ? {} : { intrinsic_value_eur_minor: euro }),
    excise_goods: dice.chance(0.04),
  };
}
