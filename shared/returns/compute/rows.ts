import type { TallyLine } from "../../ledger/sums/sum-key.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { ReturnRow } from "../schema.ts";
import type { LineSum } from "./assign-sums.ts";
import { convertedRow } from "./convert-sums.ts";

/** What makes rows of lines. */
type RowRules = {
  readonly scheme: Scheme;
  readonly member_state_identification: string;
  /** Of the period. */
  readonly rates: PeriodRates | undefined;
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
      return { ...row, ...convertedRow(sums, rules.rates, rules.return_currency) };
    })
    .filter((row) => row.taxable_amount_minor !== 0 || row.vat_amount_minor !== 0)
    .sort(byPlaceInReturn);
}

/** The row of the return that a line goes into. */
export function rowKeyOf(
  line: TallyLine,
  { scheme, member_state_identification }: Pick<RowRules, "scheme" | "member_state_identification">,
) {
  const { section, from_member_state } = scheme.sectionOf(line, member_state_identification);
  return {
    section,
    member_state_of_consumption: line.consumption_country,
    supply_kind: line.supply_kind,
    from_member_state,
    rate_category: line.rate_category,
    vat_rate_bps: line.vat_rate_bps,
  };
}

const byPlaceInReturn = (a: ReturnRow, b: ReturnRow): number =>
  compare(sortKeyOf(a), sortKeyOf(b)) || b.vat_rate_bps - a.vat_rate_bps;

const sortKeyOf = (row: ReturnRow): string =>
  [
    row.section ?? "",
    row.member_state_of_consumption,
    row.from_member_state ?? "",
    row.supply_kind,
    row.rate_category === "standard" ? "0" : "1",
  ].join(" ");

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
