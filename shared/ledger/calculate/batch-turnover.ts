import type { Seller } from "../../vat/place-of-supply/seller.ts";
import type { DaySum } from "../../vat/threshold/day-sums.ts";
import type { Transaction } from "./transaction-schema.ts";

/**
 * What a calculation that is being committed adds to the turnover of Art. 59c: the items after it
 * are placed with it, as they would be one request later. What crosses no border, or goes to a
 * business, is none.
 */
export function turnoverOf(transaction: Transaction): DaySum[] {
  const { supply, currency, transaction_date: day, net_amount_minor } = transaction;
  if (!supply || !isCrossBorder(supply) || net_amount_minor <= 0) return [];
  const taxable_amount_minor = BigInt(net_amount_minor);
  return [{ day, currency, taxable_amount_minor, countries: new Map() }];
}

function isCrossBorder(supply: NonNullable<Transaction["supply"]>): boolean {
  const { supply_kind, member_state_of_consumption: to, treated_as, deemed_supplier } = supply;
  const from = supply_kind === "goods" ? supply.dispatch_country : supply.establishment_country;
  const isOfArticle = supply_kind === "goods" || supply_kind === "tbe_services";
  return isOfArticle && to !== null && to !== from && treated_as === "b2c" && !deemed_supplier;
}

/** The seller of an item, with what items before it have sold up to its day in the same year. */
export function sellerAfter(seller: Seller, sold: readonly DaySum[]): Seller {
  const { range, sums } = seller.threshold;
  const year = range.to.slice(0, 4);
  const added = sold.filter(({ day }) => day <= range.to && day.startsWith(year));
  if (added.length === 0) return seller;
  return { ...seller, threshold: { ...seller.threshold, sums: [...sums, ...added] } };
}
