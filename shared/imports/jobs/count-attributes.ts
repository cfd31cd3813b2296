import { type ImportCounts, NO_COUNTS } from "./job.ts";
import { addedUp, type LeftOut } from "./left-out.ts";

/*
 * The results of rows as separate attributes, which DynamoDB can increment: `n|committed`, `r|duplicate`,
 * `o|2026-01`, `c|FR|EUR|events`, `m|2026-01|EUR|events`, `k||EUR|events` and `l|2026-01|export|EUR|rows`. A map in the item could not be incremented before it exists.
 */
const COUNT = "n";
const REASON = "r";
const COUNTRY = "c";
const MONTH = "m";
export const OPEN = "o";
const CORRECTION = "k";
const LEFT_OUT = "l";

const SUMS = ["events", "taxable_amount_minor", "vat_amount_minor"] as const;

const LEFT_OUT_SUMS = ["rows", "gross_amount_minor", "unread"] as const;

export const isCountAttribute = (name: string): boolean => /^[nrcmokl]\|/.test(name);

export const countAttributes = ({ counts, reasons, open_rows, ...sums }: ImportCounts) =>
  Object.fromEntries([
    ...Object.entries(counts).map(([name, count]) => [`${COUNT}|${name}`, count] as const),
    ...Object.entries(reasons).map(([name, count]) => [`${REASON}|${name}`, count] as const),
    ...Object.entries(open_rows).map(([month, count]) => [`${OPEN}|${month}`, count] as const),
    ...sums.countries.flatMap((sum) => sumAttributes(`${COUNTRY}|${sum.country}`, sum)),
    ...sums.months.flatMap((sum) => sumAttributes(`${MONTH}|${sum.month}`, sum)),
    ...sums.corrections.flatMap((sum) => sumAttributes(`${CORRECTION}|`, sum)),
    ...sums.left_out.flatMap(leftOutAttributes),
  ]);

type Sum = ImportCounts["corrections"][number];

const sumAttributes = (name: string, sum: Sum) =>
  SUMS.map((field) => [`${name}|${sum.currency}|${field}`, sum[field]] as const);

const leftOutAttributes = (sum: LeftOut) =>
  LEFT_OUT_SUMS.map((field) => {
    const { month, reason, currency } = sum;
    return [[LEFT_OUT, month, reason, currency, field].join("|"), sum[field]] as const;
  });

function leftOutIn(item: Record<string, unknown>): LeftOut[] {
  const sums = Object.entries(item).flatMap(([name, sum]) => {
    const [kind, month = "", reason = "", currency = "", field = ""] = name.split("|");
    const nothing = { rows: 0, gross_amount_minor: 0, unread: 0 };
    return kind === LEFT_OUT ? [{ month, reason, currency, ...nothing, [field]: sum }] : [];
  });
  return addedUp(sums);
}

/** Reads the counts of an item; validated with the rest of the item. */
export function storedCounts(item: Record<string, unknown>): ImportCounts {
  const counts: Record<string, unknown> = { ...NO_COUNTS.counts };
  const reasons: Record<string, unknown> = {};
  const open_rows: Record<string, unknown> = {};
  const sums = new Map<string, Record<string, unknown>>();
  for (const name of Object.keys(item).filter(isCountAttribute).sort()) {
    const [kind, first = "", currency = "", sum = ""] = name.split("|");
    if (kind === COUNT) counts[first] = item[name];
    else if (kind === REASON) reasons[first] = item[name];
    else if (kind === OPEN && item[name] !== 0) open_rows[first] = item[name];
    else if (kind !== OPEN && kind !== LEFT_OUT) {
      const key = `${kind}|${first}|${currency}`;
      const named = nameOf(kind, first);
      const nothing = Object.fromEntries(SUMS.map((sum) => [sum, 0]));
      sums.set(key, { ...named, currency, ...nothing, ...sums.get(key), [sum]: item[name] });
    }
  }
  const sumsOf = (kind: string) =>
    [...sums].flatMap(([key, sum]) => (key.startsWith(kind) ? sum : []));
  const [countries, months, corrections] = [COUNTRY, MONTH, CORRECTION].map(sumsOf);
  const left_out = leftOutIn(item);
  const sorted = { countries, months, left_out, corrections };
  return { counts, reasons, open_rows, ...sorted } as ImportCounts;
}

function nameOf(kind: string | undefined, name: string): object {
  if (kind === COUNTRY) return { country: name };
  return kind === MONTH ? { month: name } : {};
}
