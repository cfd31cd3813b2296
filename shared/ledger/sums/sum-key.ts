import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { keepResults } from "../../core/kept-results.ts";
import { EXCLUSION_STATUSES, type Exclusion, WARNING_CODES } from "../../vat/schemes/warnings.ts";

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
 * A partition holds the sums of one period of one scheme, or of one year of the threshold.
 */
export type SumLine = {
  readonly supply_kind: "goods" | "services";
  /** Empty in a scheme whose returns do not name the country of dispatch or establishment. */
  readonly from_country: string;
  readonly consumption_country: string;
  readonly rate_category: string;
  readonly vat_rate_bps: number;
  readonly currency: string;
  /** The segment of the period; empty for the first segment. Most periods have only one. */
  readonly segment: string;
};

/** The key of a correction. It contains the kind of supply, because services may belong in the national return. */
export type SumCorrection = {
  readonly supply_kind: "goods" | "services";
  readonly original_period: string;
  readonly consumption_country: string;
  readonly currency: string;
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
  period: string,
): string => `${scheme.partitionPrefix}${period}`;

/** Returns the partition of a calendar year's turnover. */
export const thresholdPartition = (year: string): string => `y${year}`;

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

export const excludedKey = ({ code, status }: Exclusion, segment = ""): string =>
  `${withSegment("excluded", segment)}|${code}|${status}`;
export const checkKey = (code: string): string => `check|${code}`;
export const thresholdDayKey = (day: IsoDate, currency: string): string => `day|${day}|${currency}`;

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
    currency,
  };
}

function correctionOf(parts: readonly string[]) {
  const [kind = "", original = "", consumption_country = "", currency = ""] = parts;
  const [original_period = "", behind = ""] = original.split("@");
  const named = behind === NAMED;
  return {
    supply_kind: kindOf(kind),
    original_period,
    original_segment: named ? "" : behind,
    named,
    consumption_country,
    currency,
  };
}

function exclusionOf([code = "", status = ""]: readonly string[]): Exclusion {
  const knownCode = WARNING_CODES.find((one) => one === code);
  const knownStatus = EXCLUSION_STATUSES.find((one) => one === status);
  if (knownCode && knownStatus) return { code: knownCode, status: knownStatus };
  throw new RangeError(`not an exclusion of a sum: ${code}|${status}`);
}

function kindOf(text: string): "goods" | "services" {
  if (text === "goods" || text === "services") return text;
  throw new RangeError(`not a kind of a sum: ${text}`);
}

/** Returns the exclusion of a key; undefined for a row or correction of the return itself. */
export function exclusionIn(key: string): Exclusion | undefined {
  const parsed = parseReturnKey(key);
  return parsed.family === "excluded" ? { code: parsed.code, status: parsed.status } : undefined;
}

/** Returns the period that the non-sales of a sum name; undefined for all other sums. */
export function namedPeriodOf(key: string): string | undefined {
  const parsed = parseReturnKey(key);
  return parsed.family === "correction" && parsed.named ? parsed.original_period : undefined;
}
