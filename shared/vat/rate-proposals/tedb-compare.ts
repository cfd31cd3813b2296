import type { IsoDate } from "../../core/calendar/dates.ts";
import reviewed from "../reference-data/tedb-differences.json" with { type: "json" };
import type { AppliesTo } from "../reference-data/vat-rates.ts";
import { CLASS_CATEGORIES, isWhole, type TedbRate } from "./tedb-answer.ts";

/** The metric whose alarm reports that TEDB has another standard rate. */
export const STANDARD_RATES_METRIC = "StandardRatesDiffer";

/** The metric whose alarm reports that answers of TEDB could not be used. */
export const TEDB_FAULTS_METRIC = "TedbFaults";

/** The metric whose alarm reports that many accounts sell at rates that the catalogue does not know. */
export const UNKNOWN_RATES_METRIC = "AccountsWithUnknownRates";

/** The counts of a comparison, for its alarms. */
export const comparisonMetrics = (outcome: {
  readonly standard_rates: readonly string[];
  readonly faults: readonly string[];
  readonly unknown_rates: number;
}) => ({
  [UNKNOWN_RATES_METRIC]: outcome.unknown_rates,
  [STANDARD_RATES_METRIC]: outcome.standard_rates.length,
  [TEDB_FAULTS_METRIC]: outcome.faults.length,
});

/** The rate of a class in one Member State on the requested day. */
export type OwnRate = {
  readonly class_id: string;
  /** The code in returns, which is also TEDB's. */
  readonly country: string;
  readonly rate_bps: number;
  /** The form of supply that the rate covers; a proposal of TEDB replaces that rate alone. */
  readonly applies_to: AppliesTo;
  /** The label of its source, if it is known; a missing row of TEDB questions only rates that came from TEDB. */
  readonly source?: string;
};

/** A difference between the catalogue and TEDB. */
export type RateDifference = {
  readonly class_id: string;
  readonly country: string;
  readonly kept_bps: number;
  readonly applies_to: AppliesTo;
  /** The rates of TEDB, in order; several if its rows of the category differ. */
  readonly tedb_bps: readonly number[];
  readonly reason: "standard_rate_differs" | "rate_differs" | "ambiguous" | "no_row";
  readonly comments: readonly string[];
  /** The newest reporting date of the rows. */
  readonly situation_on: IsoDate | undefined;
  /** The reason why the catalogue has another rate, if somebody has reviewed this difference. */
  readonly reviewed: string | undefined;
};

/** Rate types whose rows are not the rate of a product. */
const UNUSABLE = new Set(["NOT_APPLICABLE", "OUT_OF_SCOPE"]);

const usable = (rate: TedbRate): boolean =>
  rate.rate_bps !== undefined && !UNUSABLE.has(rate.rate_type) && isWhole(rate);

/**
 * Returns the differences between TEDB and the catalogue for one Member State. A rate of the catalogue that is among
 * several rows of TEDB is accepted: a person has decided which row is the usual consumer supply.
 */
export function differencesOf(
  own: readonly OwnRate[],
  rates: readonly TedbRate[],
): RateDifference[] {
  const standard = own.find((rate) => rate.class_id === "standard");
  return own.flatMap((rate) => {
    const rows = rowsOf(rate, rates);
    const reason = reasonOf(rate, rows, standard?.rate_bps);
    return reason ? [difference(rate, rows, reason)] : [];
  });
}

/** Returns TEDB's rows of a class: of its first category and of the fallbacks, which some states use instead. */
function rowsOf(own: OwnRate, rates: readonly TedbRate[]): TedbRate[] {
  if (own.class_id === "standard") {
    return newest(rates.filter((rate) => rate.row_type === "STANDARD" && usable(rate)));
  }
  const categories = CLASS_CATEGORIES.get(own.class_id) ?? [];
  return rates.filter((rate) => categories.includes(rate.category ?? "") && usable(rate));
}

/** Returns the rows of the newest reporting date: after a change, TEDB also returns the former standard rate. */
function newest(rows: readonly TedbRate[]): TedbRate[] {
  const last = situationsOf(rows).at(-1);
  return rows.filter((row) => row.situation_on === last);
}

const situationsOf = (rows: readonly TedbRate[]): IsoDate[] =>
  rows.map((row) => row.situation_on).sort();

const bpsOf = (rows: readonly TedbRate[]): number[] =>
  [...new Set(rows.map((row) => row.rate_bps as number))].sort((a, b) => a - b);

function reasonOf(
  own: OwnRate,
  rows: readonly TedbRate[],
  standardBps: number | undefined,
): RateDifference["reason"] | undefined {
  const tedb_bps = bpsOf(rows);
  if (tedb_bps.includes(own.rate_bps)) return undefined;
  if (rows.length === 0) return missingRow(own, standardBps);
  if (own.class_id === "standard") return "standard_rate_differs";
  return tedb_bps.length > 1 ? "ambiguous" : "rate_differs";
}

/** TEDB leaves rows out at times, so a missing row questions only a rate that came from TEDB. */
function missingRow(own: OwnRate, standardBps: number | undefined): "no_row" | undefined {
  if (own.class_id === "standard") return "no_row";
  return own.source?.startsWith("TEDB") && own.rate_bps !== standardBps ? "no_row" : undefined;
}

function difference(
  { class_id, country, rate_bps, applies_to }: OwnRate,
  rows: readonly TedbRate[],
  reason: RateDifference["reason"],
): RateDifference {
  const found = { class_id, country, kept_bps: rate_bps, tedb_bps: bpsOf(rows) };
  const comments = new Set(rows.map((row) => row.comment).filter((comment) => comment !== ""));
  return {
    ...found,
    applies_to,
    reason,
    comments: [...comments],
    situation_on: situationsOf(rows).at(-1),
    reviewed: REVIEWED.get(nameOf(found)),
  };
}

const nameOf = ({
  country,
  class_id,
  kept_bps,
  tedb_bps,
}: Pick<RateDifference, "country" | "class_id" | "kept_bps" | "tedb_bps">): string =>
  [country, class_id, kept_bps, ...tedb_bps].join(" ");

/** The differences that were reviewed when the catalogue was gathered, with their reasons. */
const REVIEWED: ReadonlyMap<string, string> = new Map(
  reviewed.map((row) => [nameOf(row), row.reason]),
);
