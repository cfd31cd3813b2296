import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Seller } from "../../vat/place-of-supply/seller.ts";
import type { CalculationItem } from "./batch-schema.ts";
import { loadSeller } from "./load-seller.ts";

/** Who sells an item; nobody is asked for where its place is not. */
export type SellerOf = (item: CalculationItem) => Seller | undefined;

/**
 * What the places of all items depend on, loaded once for those that ask the same. Each knows the rates
 * of all their days, since an item may have to convert what another one has sold.
 */
export async function sellersOf(
  account: string,
  items: readonly CalculationItem[],
  today: IsoDate,
): Promise<SellerOf> {
  const dayOf = (item: CalculationItem) => item.transaction_date ?? today;
  const keyOf = (item: CalculationItem) =>
    `${dayOf(item)} ${item.currency} ${item.supply?.establishment_country ?? ""}`;
  const placed = new Map(items.filter(({ supply }) => supply).map((item) => [keyOf(item), item]));
  const loaded = await Promise.all(
    [...placed].map(async ([key, item]): Promise<[string, Seller]> => {
      const { currency, supply } = item;
      const planned = { day: dayOf(item), currency, country: supply?.establishment_country };
      return [key, await loadSeller(account, planned, today)];
    }),
  );
  const days = new Map(loaded.flatMap(([, { threshold }]) => [...threshold.rates.days]));
  const sellers = new Map(loaded.map(([key, seller]) => [key, withRates(seller, days)]));
  return (item) => (item.supply ? sellers.get(keyOf(item)) : undefined);
}

type Days = Seller["threshold"]["rates"]["days"];

const withRates = (seller: Seller, days: Days): Seller => ({
  ...seller,
  threshold: { ...seller.threshold, rates: { ...seller.threshold.rates, days } },
});
