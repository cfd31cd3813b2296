import type { IsoDate } from "../calendar/iso-date.ts";

/*
 * What a tally's key says. Parts are separated by "|", which no code, rate or period holds.
 *
 *   Union quarter    line|<goods or services>|<from>|<consumption>|<category>|<bps>|<currency>
 *                    correction|<goods or services>|<original quarter>|<consumption>|<currency>
 *   import month     line|<consumption>|<category>|<bps>|<currency>
 *                    correction|<original month>|<consumption>|<currency>
 *   both             excluded|<warning code>      check|<check code>
 *   threshold year   day|<YYYY-MM-DD>|<currency>
 */
export type UnionLine = {
  readonly supply_kind: "goods" | "services";
  readonly from_country: string;
  readonly consumption_country: string;
  readonly rate_category: string;
  readonly vat_rate_bps: number;
  readonly currency: string;
};

export type ImportLine = Omit<UnionLine, "supply_kind" | "from_country">;

export type Correction = {
  readonly original_period: string;
  readonly consumption_country: string;
  readonly currency: string;
};

/** Of which kind decides on it, too: services may belong into the national return. */
export type UnionCorrection = Correction & Pick<UnionLine, "supply_kind">;

export const unionLineKey = (line: UnionLine): string =>
  [
    "line",
    line.supply_kind,
    line.from_country,
    line.consumption_country,
    line.rate_category,
    line.vat_rate_bps,
    line.currency,
  ].join("|");

export const importLineKey = (line: ImportLine): string =>
  ["line", line.consumption_country, line.rate_category, line.vat_rate_bps, line.currency].join(
    "|",
  );

export const correctionKey = (correction: Correction): string =>
  [
    "correction",
    correction.original_period,
    correction.consumption_country,
    correction.currency,
  ].join("|");

export const unionCorrectionKey = (correction: UnionCorrection): string =>
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

export type UnionKey =
  | ({ readonly family: "line" } & UnionLine)
  | ({ readonly family: "correction" } & UnionCorrection)
  | { readonly family: "excluded"; readonly code: string }
  | { readonly family: "check"; readonly code: string };

/** Reads a key of a Union quarter back. A key of another form is a bug. */
export function parseUnionKey(key: string): UnionKey {
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
  throw new RangeError(`not a tally key of a Union quarter: ${key}`);
}

export type ImportKey =
  | ({ readonly family: "line" } & ImportLine)
  | ({ readonly family: "correction" } & Correction)
  | { readonly family: "excluded"; readonly code: string }
  | { readonly family: "check"; readonly code: string };

/** Reads a key of an import month back. A key of another form is a bug. */
export function parseImportKey(key: string): ImportKey {
  const [family, ...parts] = key.split("|");
  const [a = "", b = "", c = "", d = ""] = parts;
  if (family === "line" && parts.length === 4) {
    return {
      family,
      consumption_country: a,
      rate_category: b,
      vat_rate_bps: Number(c),
      currency: d,
    };
  }
  if (family === "correction" && parts.length === 3) {
    return { family, original_period: a, consumption_country: b, currency: c };
  }
  if ((family === "excluded" || family === "check") && parts.length === 1)
    return { family, code: a };
  throw new RangeError(`not a tally key of an import month: ${key}`);
}
