/*
 * A report reads nothing but tallies, and DynamoDB charges for the names of their attributes as for
 * their values: a third of each item, were they written out.
 */
const SHORT: Readonly<Record<string, string>> = {
  event_count: "n",
  taxable_amount_minor: "t",
  vat_amount_minor: "v",
  writes: "w",
};

/** The attribute that keeps the form of the item. */
export const VERSION_ATTRIBUTE = "s";

const LONG = Object.fromEntries(Object.entries(SHORT).map(([long, short]) => [short, long]));

/** What is sold to a Member State: of no other sum has an item as many (docs/decisions/0214). */
const OF_A_STATE = /^taxable_amount_minor_([A-Z]{2})$/;

/** The attribute that keeps a sum: `t` for `taxable_amount_minor`, `DE` for `taxable_amount_minor_DE`. */
export const attributeOf = (sum: string): string => SHORT[sum] ?? OF_A_STATE.exec(sum)?.[1] ?? sum;

/** Sums of Member States were kept as `t_DE` before; such an attribute may stand beside `DE`. */
const longName = (attribute: string): string =>
  LONG[attribute] ?? attribute.replace(/^(?:t_)?(?=[A-Z]{2}$)/, "taxable_amount_minor_");

/** There are some hundred names, of which a report asks thousands of times. */
const known = new Map<string, string>();

/** The sum that an attribute keeps, or a part of it. */
export function sumIn(attribute: string): string {
  const name = known.get(attribute) ?? longName(attribute);
  known.set(attribute, name);
  return name;
}
