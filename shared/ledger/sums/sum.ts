import { keepResults } from "../../core/kept-results.ts";

/**
 * The contribution of an event to a sum. `partition` is a tax period of a scheme, or a year of the threshold; `key`
 * identifies the sum in the partition. `amounts` are named amounts, each in minor units of the sum's currency or a
 * count.
 */
export type Entry = {
  readonly partition: string;
  readonly key: string;
  readonly amounts: Readonly<Record<string, number>>;
};

/** True if two lists of entries add the same amounts to the same sums. */
export const sameEntries = (a: readonly Entry[], b: readonly Entry[]): boolean =>
  textOf(a) === textOf(b);

const textOf = (entries: readonly Entry[]): string =>
  entries
    .map(({ partition, key, amounts }) =>
      [partition, key, ...Object.entries(amounts).sort()].join(),
    )
    .sort()
    .join("\n");

/** A sum as read, with all shards added. */
export type RunningSum = {
  readonly key: string;
  readonly amounts: Readonly<Record<string, bigint>>;
};

/** The change of one sum by several entries. */
export type Delta = {
  readonly partition: string;
  readonly key: string;
  readonly amounts: Map<string, number>;
};

/** Adds entries with a sign to `deltas`, one delta for each sum. */
export function accumulate(
  deltas: Map<string, Delta>,
  entries: readonly Entry[],
  sign: 1 | -1,
): void {
  for (const { partition, key, amounts } of entries) {
    const id = `${partition} ${key}`;
    const delta = deltas.get(id) ?? {
      partition,
      key,
      amounts: new Map<string, number>(),
    };
    deltas.set(id, delta);
    for (const [name, amount] of Object.entries(amounts)) {
      delta.amounts.set(name, (delta.amounts.get(name) ?? 0) + sign * amount);
    }
  }
}

/** Returns the deltas that change an amount; a move back and forth needs no write. */
export const effective = (deltas: Iterable<Delta>): Delta[] =>
  [...deltas].filter(({ amounts }) => [...amounts.values()].some((amount) => amount !== 0));

type SumAmounts = RunningSum["amounts"];

function bothOf(one: SumAmounts, other: SumAmounts): SumAmounts {
  const sum = { ...one };
  for (const name of Object.keys(other)) sum[name] = (sum[name] ?? 0n) + (other[name] ?? 0n);
  return sum;
}

/** Adds the shards of each sum. Amounts are bigint, so that a million large sales stay exact. */
export function mergeShards(shards: Iterable<RunningSum>): RunningSum[] {
  const merged = new Map<string, Readonly<Record<string, bigint>>>();
  for (const { key, amounts } of shards) {
    const sum = merged.get(key);
    // Most sums have one shard (docs/decisions/0075), which needs no copy.
    merged.set(key, sum ? bothOf(sum, amounts) : amounts);
  }
  return [...merged]
    .map(([key, amounts]) => ({ key, amounts }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

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

/** Returns the amount that an attribute stores completely or in part. */
export const sumIn = keepResults(longName);
