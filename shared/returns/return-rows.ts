import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import { isMemberState } from "../reference-data/member-states.ts";
import { convertedRow } from "./convert-sums.ts";
import type { LineSum } from "./sort-tallies.ts";

export type Section = "2a" | "2b" | "2c" | "2d";

/** A line of part 2 of the return. */
export type ReturnRow = {
  readonly section: Section;
  readonly member_state_of_consumption: string;
  readonly supply_kind: "goods" | "services";
  /** Where an establishment (2c) or the dispatch (2d) is; null where that is the identification state. */
  readonly from_member_state: string | null;
  readonly rate_category: string;
  readonly vat_rate_bps: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
  readonly event_count: number;
};

export type RowRules = {
  readonly quarter: { readonly key: string };
  readonly member_state_identification: string;
  readonly rates: ReadonlyMap<string, PeriodRates>;
  readonly return_currency: string;
};

/** The lines of the return, in the order of its sections; one that nets to nothing is left out. */
export function returnRows(lines: readonly LineSum[], rules: RowRules): ReturnRow[] {
  const keyed = lines.map((line) => ({ line, row: rowKeyOf(line, rules) }));
  const groups = Map.groupBy(keyed, ({ row }) => JSON.stringify(row));
  return [...groups.values()]
    .map((group) => {
      const { row } = group[0] as (typeof keyed)[number];
      const sums = group.map(({ line }) => line);
      const rates = rules.rates.get(rules.quarter.key);
      return { ...row, ...convertedRow(sums, rates, rules.return_currency) };
    })
    .filter((row) => row.taxable_amount_minor !== 0 || row.vat_amount_minor !== 0)
    .sort(byPlaceInReturn);
}

function rowKeyOf(line: LineSum, rules: RowRules) {
  const section = sectionOf(line, rules.member_state_identification);
  return {
    section,
    member_state_of_consumption: line.consumption_country,
    supply_kind: line.supply_kind,
    from_member_state: section === "2c" || section === "2d" ? line.from_country : null,
    rate_category: line.rate_category,
    vat_rate_bps: line.vat_rate_bps,
  };
}

/**
 * Art. 369g(1) and (2): services from the identification state or from outside the Union are 2a,
 * from an establishment in another Member State 2c; goods leaving the identification state are 2b,
 * leaving another Member State 2d. Northern Ireland is a Member State for goods alone.
 */
function sectionOf(line: LineSum, identification: string): Section {
  const home = line.from_country === identification;
  if (line.supply_kind === "goods") return home ? "2b" : "2d";
  const abroad = isMemberState(line.from_country) && line.from_country !== "XI";
  return abroad && !home ? "2c" : "2a";
}

const byPlaceInReturn = (a: ReturnRow, b: ReturnRow): number =>
  compare(placeOf(a), placeOf(b)) || b.vat_rate_bps - a.vat_rate_bps;

const placeOf = (row: ReturnRow): string =>
  [
    row.section,
    row.member_state_of_consumption,
    row.from_member_state ?? "",
    row.supply_kind,
    row.rate_category === "standard" ? "0" : "1",
  ].join(" ");

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
