import type { ClassRow } from "../public-tables.ts";
import type { TedbRate } from "./answer.ts";

/** The stored rate of a class in one Member State on the requested day. */
export type KeptRate = {
  readonly class_id: string;
  /** The code in returns, which is also TEDB's. */
  readonly country: string;
  readonly rate_bps: number;
  readonly source: string;
};

/** A difference for a person to decide; finding it changes nothing. */
export type Proposal = {
  readonly class_id: string;
  readonly country: string;
  readonly kept_bps: number;
  /** The rates of TEDB; several if its rows of the category differ. */
  readonly tedb_bps: readonly number[];
  readonly reason: "standard_rate_differs" | "rate_differs" | "ambiguous" | "no_row";
  readonly comments: readonly string[];
};

/** Rate types whose rows are not the rate of a product. */
const UNUSABLE = new Set(["NOT_APPLICABLE", "OUT_OF_SCOPE"]);

/** Notes of rows that cover only part of a country, or only imports. */
const PARTIAL = /canary|canarias|territor|region|island|VAT - Import -/i;

const usable = (rate: TedbRate): boolean =>
  rate.rate_bps !== undefined && !UNUSABLE.has(rate.rate_type) && !PARTIAL.test(rate.comment);

/**
 * Returns the differences between TEDB and the stored data for one Member State. A stored rate that is among several
 * rows of TEDB is accepted: a person has decided which row is the usual consumer supply.
 */
export function proposalsFor(
  kept: readonly KeptRate[],
  classes: readonly ClassRow[],
  rates: readonly TedbRate[],
): Proposal[] {
  const standard = kept.find((one) => one.class_id === "standard");
  return kept.flatMap((one) => {
    const rows = rowsOf(one, classes, rates);
    return one === standard
      ? standardProposal(one, rows)
      : classProposal(one, rows, standard?.rate_bps);
  });
}

/** Returns TEDB's rows of a class: of its first category and of the fallbacks, which some states use instead. */
function rowsOf(kept: KeptRate, classes: readonly ClassRow[], rates: readonly TedbRate[]) {
  if (kept.class_id === "standard") {
    return rates.filter((rate) => rate.row_type === "STANDARD" && usable(rate));
  }
  const categories = classes.find((row) => row.id === kept.class_id)?.tedb_categories ?? [];
  return rates.filter((rate) => categories.includes(rate.category ?? "") && usable(rate));
}

const bpsOf = (rows: readonly TedbRate[]): number[] =>
  [...new Set(rows.map((row) => row.rate_bps as number))].sort((a, b) => a - b);

const commentsOf = (rows: readonly TedbRate[]): string[] => [
  ...new Set(rows.map((row) => row.comment).filter((comment) => comment !== "")),
];

function standardProposal(kept: KeptRate, rows: readonly TedbRate[]): Proposal[] {
  const tedb_bps = bpsOf(rows);
  if (tedb_bps.includes(kept.rate_bps)) return [];
  const reason = rows.length === 0 ? "no_row" : "standard_rate_differs";
  return [proposal(kept, tedb_bps, reason, rows)];
}

function classProposal(
  kept: KeptRate,
  rows: readonly TedbRate[],
  standardBps: number | undefined,
): Proposal[] {
  const tedb_bps = bpsOf(rows);
  if (tedb_bps.includes(kept.rate_bps)) return [];
  if (rows.length > 0) {
    return [
      proposal(
        kept,
        tedb_bps,
        rows.length > 1 && tedb_bps.length > 1 ? "ambiguous" : "rate_differs",
        rows,
      ),
    ];
  }
  // TEDB leaves rows out at times, so a missing row questions only a rate that came from TEDB.
  const fromTedb = kept.source.startsWith("TEDB");
  return fromTedb && kept.rate_bps !== standardBps ? [proposal(kept, [], "no_row", rows)] : [];
}

const proposal = (
  { class_id, country, rate_bps }: KeptRate,
  tedb_bps: readonly number[],
  reason: Proposal["reason"],
  rows: readonly TedbRate[],
): Proposal => ({
  class_id,
  country,
  kept_bps: rate_bps,
  tedb_bps,
  reason,
  comments: commentsOf(rows),
});

/** Returns categories of TEDB that no class and no exception covers: its list has changed. */
export function unknownCategories(
  rates: readonly TedbRate[],
  known: ReadonlySet<string>,
): string[] {
  const seen = rates.map((rate) => rate.category).filter((category) => category !== undefined);
  return [...new Set(seen)].filter((category) => !known.has(category)).sort();
}
