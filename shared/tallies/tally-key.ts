import type { IsoDate } from "../calendar/iso-date.ts";

/*
 * What a tally's key says. Parts are separated by "|", which no code, rate or period holds.
 *
 *   tax period       line|<goods or services>|<from>|<consumption>|<category>|<bps>|<currency>
 *                    correction|<goods or services>|<original period>|<consumption>|<currency>
 *                    excluded|<warning code>      check|<check code>
 *   threshold year   day|<YYYY-MM-DD>|<currency>
 *
 * A book holds the sums of one period of one scheme, or of one year of the threshold.
 */
export type TallyLine = {
  readonly supply_kind: "goods" | "services";
  /** Empty in a scheme whose returns do not say where a supply comes from. */
  readonly from_country: string;
  readonly consumption_country: string;
  readonly rate_category: string;
  readonly vat_rate_bps: number;
  readonly currency: string;
};

/** Of which kind decides on it, too: services may belong into the national return. */
export type TallyCorrection = {
  readonly supply_kind: "goods" | "services";
  readonly original_period: string;
  readonly consumption_country: string;
  readonly currency: string;
};

/**
 * The book of a scheme's period, such as `u2026-Q3`. It stands in the key of every sum, and a report
 * pays for each letter of it (docs/decisions/0075).
 */
export const returnBook = (scheme: { readonly book: string }, period: string): string =>
  `${scheme.book}${period}`;

/** The book of a calendar year's turnover. */
export const thresholdBook = (year: string): string => `y${year}`;

export const lineKey = (line: TallyLine): string =>
  [
    "line",
    line.supply_kind,
    line.from_country,
    line.consumption_country,
    line.rate_category,
    line.vat_rate_bps,
    line.currency,
  ].join("|");

export const correctionKey = (correction: TallyCorrection): string =>
  [
    "correction",
    correction.supply_kind,
    correction.original_period,
    correction.consumption_country,
    correction.currency,
  ].join("|");

export const excludedKey = (code: string): string => `excluded|${code}`;
export const checkKey = (code: string): string => `check|${code}`;
export const thresholdDayKey = (day: IsoDate, currency: string): string => `day|${day}|${currency}`;

export type ReturnKey =
  | ({ readonly family: "line" } & TallyLine)
  | ({ readonly family: "correction" } & TallyCorrection)
  | { readonly family: "excluded"; readonly code: string }
  | { readonly family: "check"; readonly code: string };

/** Reads a key of a tax period back. A key of another form is a bug. */
export function parseReturnKey(key: string): ReturnKey {
  const [family, ...parts] = key.split("|");
  const [a = "", b = "", c = "", d = "", e = "", f = ""] = parts;
  const supply_kind = a === "goods" || a === "services" ? a : undefined;
  if (family === "line" && parts.length === 6 && supply_kind) {
    return {
      family,
      supply_kind,
      from_country: b,
      consumption_country: c,
      rate_category: d,
      vat_rate_bps: Number(e),
      currency: f,
    };
  }
  if (family === "correction" && parts.length === 4 && supply_kind) {
    return { family, supply_kind, original_period: b, consumption_country: c, currency: d };
  }
  if ((family === "excluded" || family === "check") && parts.length === 1)
    return { family, code: a };
  throw new RangeError(`not a tally key of a tax period: ${key}`);
}
