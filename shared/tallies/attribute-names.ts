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

/** The attribute that keeps a sum: `t` for `taxable_amount_minor`, `t_DE` for `taxable_amount_minor_DE`. */
export const attributeOf = (sum: string): string =>
  sum.replace(/^(?:event_count|(?:taxable|vat)_amount_minor|writes)(?=_[A-Z]{2}$|$)/, (name) =>
    String(SHORT[name]),
  );

const longName = (attribute: string): string =>
  attribute.replace(/^[ntvw](?=_[A-Z]{2}$|$)/, (name) => String(LONG[name]));

/** There are some hundred names, of which a report asks thousands of times. */
const known = new Map<string, string>();

/** The sum that an attribute keeps. */
export function sumIn(attribute: string): string {
  const name = known.get(attribute) ?? longName(attribute);
  known.set(attribute, name);
  return name;
}
