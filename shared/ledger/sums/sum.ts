import type { IsoDate } from "../../core/calendar/dates.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { keepResults } from "../../core/kept-results.ts";
import type { Currency } from "../../core/money/money.ts";
import { TREATMENTS, type Treatment } from "../../vat/schemes/supply-event.ts";
import {
  EXCLUSION_STATUSES,
  type Exclusion,
  outsideScheme,
  WARNING_CODES,
} from "../../vat/schemes/warnings.ts";

/*
 * The key of a sum. Its parts are separated by "|", which no code, rate or period contains.
 *
 *   tax period       line|<goods or services>|<from>|<consumption>|<category>|<bps>|<currency>
 *                    correction|<goods or services>|<original period>|<consumption>|<currency>
 *                    excluded|<warning code>|<rightful or open>      check|<check code>
 *
 * If a registration begins or ends within a period, its segment follows the family or the original period:
 * line@0510, 2026-Q1@0215. If the non-sale itself names the original period, because its sale is not in the
 * ledger, the segment is "named": 2026-Q1@named.
 *
 *   threshold year   day|<YYYY-MM-DD>|<currency>
 *
 *   left out         left|<warning code>|<rightful or open>|<treatment>|<sale or correction>|<currency>
 *
 *   after the three  <tax period's partition>|correction|<goods or services>|<original period>|<consumption>|<currency>
 *   years
 *
 * A partition holds the sums of one period of one scheme, or of one year of the threshold. The amounts that a return
 * excludes have a partition beside that of the return, so that no return reads them (docs/decisions/0261). Corrections
 * that came after three years have one for each year of their days, so that their list reads few
 * (docs/decisions/0101).
 */
export type SumLine = {
  readonly supply_kind: "goods" | "services";
  /** Empty in a scheme whose returns do not name the country of dispatch or establishment. */
  readonly from_country: string;
  readonly consumption_country: string;
  readonly rate_category: string;
  readonly vat_rate_bps: number;
  readonly currency: Currency;
  /** The segment of the period; empty for the first segment. Most periods have only one. */
  readonly segment: string;
};

/** The key of a correction. It contains the kind of supply, because services may belong in the national return. */
export type SumCorrection = {
  readonly supply_kind: "goods" | "services";
  readonly original_period: PeriodKey;
  readonly consumption_country: string;
  readonly currency: Currency;
  readonly segment: string;
  /** The segment of the original period that the sale lies in. */
  readonly original_segment: string;
  /** True if the non-sales name only the period, because its return was filed elsewhere. */
  readonly named: boolean;
};

/**
 * Returns the partition of a scheme's period, such as `u2026-Q3`. It is part of the key of every sum, and each letter
 * adds to the cost of a report (docs/decisions/0075).
 */
export const returnPartition = (
  scheme: { readonly partitionPrefix: string },
  period: PeriodKey,
): string => `${scheme.partitionPrefix}${period}`;

/** Returns the partition of a calendar year's turnover. */
export const thresholdPartition = (year: string): string => `y${year}`;

/** Returns the partition of the corrections of a year's days that no return declares (Art. 61(2) CIR 282/2011). */
export const directPartition = (year: string): string => `d${year}`;

/** Precedes the partition of a return in the name of the one that holds what the return leaves out. */
const LEFT_OUT = "x";

/** Returns the partition of the amounts that the returns of a partition exclude; only the bridge reads it. */
export const leftOutPartition = (partition: string): string => `${LEFT_OUT}${partition}`;

/** Returns the partition of the return whose excluded amounts a partition holds; any other one unchanged. */
export const partitionOfReturn = (partition: string): string =>
  partition.startsWith(LEFT_OUT) ? partition.slice(LEFT_OUT.length) : partition;

/** Stored in place of a segment for corrections that name a period. */
const NAMED = "named";

const withSegment = (text: string, segment: string): string =>
  segment === "" ? text : `${text}@${segment}`;

export const lineKey = (line: SumLine): string =>
  [
    withSegment("line", line.segment),
    line.supply_kind,
    line.from_country,
    line.consumption_country,
    line.rate_category,
    line.vat_rate_bps,
    line.currency,
  ].join("|");

export const correctionKey = (correction: SumCorrection): string =>
  [
    withSegment("correction", correction.segment),
    correction.supply_kind,
    withSegment(correction.original_period, correction.named ? NAMED : correction.original_segment),
    correction.consumption_country,
    correction.currency,
  ].join("|");

/** Returns the key of a correction that no return declares; `partition` is that of its own day's period. */
export const directKey = (partition: string, key: string): string => `${partition}|${key}`;

/** Returns the partition of the day's period, and the key of the correction. */
export function directParts(key: string): { readonly partition: string; readonly key: string } {
  const end = key.indexOf("|");
  return { partition: key.slice(0, end), key: key.slice(end + 1) };
}

export const excludedKey = ({ code, status }: Exclusion, segment = ""): string =>
  `${withSegment("excluded", segment)}|${code}|${status}`;

/** The events that a return excludes with one code, by what a bridge tells apart. */
type LeftOutSum = Exclusion & {
  readonly treatment: Treatment;
  /** A sale, or an event that corrects one. */
  readonly kind: "sale" | "correction";
  readonly currency: Currency;
  readonly segment: string;
};

export const leftOutKey = (left: LeftOutSum): string =>
  [
    withSegment("left", left.segment),
    left.code,
    left.status,
    left.treatment,
    left.kind,
    left.currency,
  ].join("|");

/** Parses the key of an excluded amount. A key of another form is a bug. */
export function parseLeftOutKey(key: string): LeftOutSum {
  const [head = "", code, status, treatment, kind, currency, ...more] = key.split("|");
  const [family, segment = ""] = head.split("@");
  const known = TREATMENTS.find((one) => one === treatment);
  const isKind = kind === "sale" || kind === "correction";
  if (family !== "left" || !known || !isKind || !currency || more.length > 0) {
    throw new RangeError(`not a key of an excluded amount: ${key}`);
  }
  const exclusion = exclusionOf([code ?? "", status ?? ""]);
  return { ...exclusion, treatment: known, kind, currency: currency as Currency, segment };
}

export const checkKey = (code: string): string => `check|${code}`;
export const thresholdDayKey = (day: IsoDate, currency: Currency): string =>
  `day|${day}|${currency}`;

export type ReturnKey =
  | ({ readonly family: "line" } & SumLine)
  | ({ readonly family: "correction" } & SumCorrection)
  | ({ readonly family: "excluded"; readonly segment: string } & Exclusion)
  | { readonly family: "check"; readonly code: string };

/** Parses the key of a sum of a tax period. A key of another form is a bug. */
export const parseReturnKey = keepResults(returnKeyOf);

function returnKeyOf(key: string): ReturnKey {
  const [head = "", ...parts] = key.split("|");
  const [family, segment = ""] = head.split("@");
  const [code = ""] = parts;
  if (family === "line" && parts.length === 6) return { family, segment, ...lineOf(parts) };
  if (family === "correction" && parts.length === 4) {
    return { family, segment, ...correctionOf(parts) };
  }
  if (family === "excluded" && parts.length === 2)
    return { family, segment, ...exclusionOf(parts) };
  if (family === "check" && parts.length === 1) return { family, code };
  throw new RangeError(`not a key of a sum of a tax period: ${key}`);
}

function lineOf(parts: readonly string[]) {
  const [kind = "", from_country = "", consumption_country = "", rate_category = ""] = parts;
  const [vat_rate_bps, currency = ""] = parts.slice(4);
  const supply_kind = kindOf(kind);
  const origin = { supply_kind, from_country };
  return {
    ...origin,
    consumption_country,
    rate_category,
    vat_rate_bps: Number(vat_rate_bps),
    currency: currency as Currency,
  };
}

function correctionOf(parts: readonly string[]) {
  const [kind = "", original = "", consumption_country = "", currency = ""] = parts;
  const [period = "", suffix = ""] = original.split("@");
  const named = suffix === NAMED;
  return {
    supply_kind: kindOf(kind),
    original_period: period as PeriodKey,
    original_segment: named ? "" : suffix,
    named,
    consumption_country,
    currency: currency as Currency,
  };
}

function exclusionOf([code = "", status = ""]: readonly string[]): Exclusion {
  const knownCode = WARNING_CODES.find((warning) => warning === code);
  const knownStatus = EXCLUSION_STATUSES.find((known) => known === status);
  if (knownCode && knownStatus) return { code: knownCode, status: knownStatus };
  throw new RangeError(`not an exclusion of a sum: ${code}|${status}`);
}

function kindOf(text: string): "goods" | "services" {
  if (text === "goods" || text === "services") return text;
  throw new RangeError(`not a kind of a sum: ${text}`);
}

/** Returns the exclusion of a key by the event's own facts; undefined for a row or correction of the return itself. */
export function exclusionIn(key: string): Exclusion | undefined {
  const parsed = parseReturnKey(key);
  return parsed.family === "excluded" ? outsideScheme(parsed) : undefined;
}

/** Returns the period that the non-sales of a sum name; undefined for all other sums. */
export function namedPeriodOf(key: string): string | undefined {
  const parsed = parseReturnKey(key);
  return parsed.family === "correction" && parsed.named ? parsed.original_period : undefined;
}

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
  electronic_amount_minor: "e",
  event_count: "n",
  taxable_amount_minor: "t",
  vat_amount_minor: "v",
  writes: "w",
};

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
