/*
 * Short attribute names of sums. A report reads only sums, and DynamoDB charges for attribute names as for values: long
 * names would be a third of each item.
 */
const SHORT: Readonly<Record<string, string>> = {
  event_count: "n",
  taxable_amount_minor: "t",
  vat_amount_minor: "v",
  writes: "w",
};

/** The attribute with the schema version of the item. */
export const VERSION_ATTRIBUTE = "s";

const LONG = Object.fromEntries(Object.entries(SHORT).map(([long, short]) => [short, long]));

/** The turnover per Member State; an item has more of these than of any other amount (docs/decisions/0214). */
const OF_A_STATE = /^taxable_amount_minor_([A-Z]{2})$/;

/** Returns the attribute of an amount: `t` for `taxable_amount_minor`, `DE` for `taxable_amount_minor_DE`. */
export const attributeOf = (sum: string): string => SHORT[sum] ?? OF_A_STATE.exec(sum)?.[1] ?? sum;

/**
 * Returns the amount of a short attribute. Amounts of Member States were stored as `t_DE` before; an item may have both
 * `t_DE` and `DE`.
 */
const longName = (attribute: string): string =>
  LONG[attribute] ?? attribute.replace(/^(?:t_)?(?=[A-Z]{2}$)/, "taxable_amount_minor_");

/** Cache of about a hundred names; a report looks them up thousands of times. */
const known = new Map<string, string>();

/** Returns the amount that an attribute stores completely or in part. */
export function sumIn(attribute: string): string {
  const name = known.get(attribute) ?? longName(attribute);
  known.set(attribute, name);
  return name;
}
