import type { ImportedEvent, RowOutcome } from "../../imports/formats/outcome.ts";
import { factsOfOutcome, type RowFacts } from "../../imports/formats/row-facts.ts";
import type { OpenEdit } from "../../imports/orders/open-order.ts";
import type { RefundNote } from "../../imports/orders/refund-notes.ts";

/** The country and the amount of an order in its shop, with VAT and less the refunds in it; no amount if it cannot be read. */
export type ShopAmount = Pick<OpenEdit, "country" | "currency" | "gross_amount_minor">;

/** The amount of an order that cannot be read. */
export const NOTHING_KNOWN: ShopAmount = {};

/** The amount of an order that was deleted. */
export const NOTHING_LEFT: ShopAmount = { gross_amount_minor: 0 };

type Judged = { readonly outcome: RowOutcome; readonly facts?: RowFacts | undefined };

/** Returns the amount of an order from its rows: its sale first, and then its refunds. */
export function amountOfRows(rows: readonly Judged[]): ShopAmount {
  const [own] = rows;
  const { country, currency } = own ? factsOf(own) : {};
  const amounts = rows.map((row) =>
    row.outcome.outcome === "excluded" ? 0 : factsOf(row).gross_minor,
  );
  return {
    ...(country && { country }),
    ...(currency && { currency }),
    ...sumOf(amounts),
  };
}

/** Returns the amount of an open order in its shop, less the refunds that are told separately; undefined if unknown. */
export const grossInShop = (
  { gross_amount_minor }: ShopAmount,
  notes: readonly RefundNote[] = [],
): number | undefined => {
  const standing = notes.filter(({ correction, unread }) => correction ?? unread);
  const apart = standing.map(({ facts }) => facts?.gross_minor);
  return sumOf([gross_amount_minor, ...apart]).gross_amount_minor;
};

/** Returns the amount of the sales of an order. */
export const amountOfSales = (events: readonly ImportedEvent[]): ShopAmount =>
  amountOfRows(
    events.length === 0 ? [] : [{ outcome: { outcome: "event", events, findings: [] } }],
  );

const factsOf = ({ outcome, facts }: Judged): RowFacts => ({
  ...facts,
  ...factsOfOutcome(outcome),
});

/** Adds amounts up; empty if one of them is not known. */
function sumOf(amounts: readonly (number | undefined)[]): Pick<ShopAmount, "gross_amount_minor"> {
  const known = amounts.filter((amount) => amount !== undefined);
  if (known.length < amounts.length) return {};
  return { gross_amount_minor: known.reduce((sum, amount) => sum + amount, 0) };
}
