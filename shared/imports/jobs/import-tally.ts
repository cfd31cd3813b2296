import { type ImportTally, NO_TALLY } from "./job.ts";

/*
 * What became of rows, as attributes that DynamoDB adds up by itself: `n|committed`, `r|duplicate` and
 * `c|FR|EUR|events`. A map within the item could not be added to before it is there.
 */
const COUNT = "n";
const REASON = "r";
const COUNTRY = "c";

const SUMS = ["events", "taxable_amount_minor", "vat_amount_minor"] as const;

export const isTallyAttribute = (name: string): boolean => /^[nrc]\|/.test(name);

export const tallyAttributes = ({ counts, reasons, countries }: ImportTally) =>
  Object.fromEntries([
    ...Object.entries(counts).map(([name, count]) => [`${COUNT}|${name}`, count] as const),
    ...Object.entries(reasons).map(([name, count]) => [`${REASON}|${name}`, count] as const),
    ...countries.flatMap((sum) =>
      SUMS.map((name) => [`${COUNTRY}|${sum.country}|${sum.currency}|${name}`, sum[name]] as const),
    ),
  ]);

/** What an item has of it; checked with the rest of the item. */
export function tallyIn(item: Record<string, unknown>): ImportTally {
  const counts: Record<string, unknown> = { ...NO_TALLY.counts };
  const reasons: Record<string, unknown> = {};
  const countries = new Map<string, Record<string, unknown>>();
  for (const name of Object.keys(item).filter(isTallyAttribute).sort()) {
    const [kind, first = "", currency = "", sum = ""] = name.split("|");
    if (kind === COUNT) counts[first] = item[name];
    else if (kind === REASON) reasons[first] = item[name];
    else {
      const key = `${first}|${currency}`;
      const nothing = Object.fromEntries(SUMS.map((one) => [one, 0]));
      const known = countries.get(key) ?? { country: first, currency, ...nothing };
      countries.set(key, { ...known, [sum]: item[name] });
    }
  }
  return { counts, reasons, countries: [...countries.values()] } as ImportTally;
}
