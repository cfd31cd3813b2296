import type { ClassRow } from "../public-tables.ts";
import type { TedbRate } from "./answer.ts";

/** The rate that the product's data has for a class in one Member State on the day asked about. */
export type KeptRate = {
  readonly class_id: string;
  /** The code in returns, which is also TEDB's. */
  readonly country: string;
  readonly rate_bps: number;
  readonly source: string;
};

/** A difference for a person to decide; nothing is changed by finding it. */
export type Proposal = {
  readonly class_id: string;
  readonly country: string;
  readonly kept_bps: number;
  /** What TEDB has; several where its rows of the category differ. */
  readonly tedb_bps: readonly number[];
  readonly reason: "standard_rate_differs" | "rate_differs" | "ambiguous" | "no_row";
  readonly comments: readonly string[];
};

/** Rows of these are no rate of a product. */
const UNUSABLE = new Set(["NOT_APPLICABLE", "OUT_OF_SCOPE"]);

/** Notes that a row is about part of a country, or about imports alone. */
const PARTIAL = /canary|canarias|territor|region|island|VAT - Import -/i;

const usable = (rate: TedbRate): boolean =>
  rate.rate_bps !== undefined && !UNUSABLE.has(rate.rate_type) && !PARTIAL.test(rate.comment);

/**
 * What TEDB says differently from the product's data for one Member State. A kept rate that is among
 * TEDB's several rows is kept: which of them is the usual consumer supply was decided by a person.
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

/** TEDB's rows of a class: of its first category and of the fallbacks, which some states use instead. */
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
  // TEDB leaves rows out at times; only a rate that came from TEDB is doubted for lack of one.
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

/** Categories of TEDB that no class and no exception of ours knows: its list has changed. */
export function unknownCategories(
  rates: readonly TedbRate[],
  known: ReadonlySet<string>,
): string[] {
  const seen = rates.map((rate) => rate.category).filter((category) => category !== undefined);
  return [...new Set(seen)].filter((category) => !known.has(category)).sort();
}
