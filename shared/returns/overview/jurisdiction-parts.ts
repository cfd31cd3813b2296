import { countsByState, statesOf } from "../compute/by-state.ts";
import type { Covered, Drawn } from "../compute/compute.ts";
import type { StatePart } from "../schema.ts";
import { monthRow } from "./month-return.ts";
import type { MonthsPart, QuarterPart } from "./multi-jurisdiction-schema.ts";

type MonthPart = MonthsPart["months"][number];

/** Each Member State's part of the quarterly return, as the country breakdown has it, by section. */
export function quarterParts(drawn: Drawn): Map<string, QuarterPart> {
  if (drawn.status !== "covered") return new Map();
  const counts = countsByState(drawn.sorted);
  return new Map(
    statesOf(drawn.report).map((state) => [
      state.member_state_of_consumption,
      {
        totals: state.totals,
        sections: sectionsOf(state),
        corrections: state.corrections,
        balance: state.balance,
        included_source_event_count: counts.get(state.member_state_of_consumption) ?? 0,
      },
    ]),
  );
}

const sectionsOf = ({ rows }: StatePart): QuarterPart["sections"] =>
  [...Map.groupBy(rows, (row) => row.section)].map(([section, own]) => ({
    section,
    taxable_minor: own.reduce((sum, row) => sum + row.taxable_amount_minor, 0),
    vat_minor: own.reduce((sum, row) => sum + row.vat_amount_minor, 0),
    event_count: own.reduce((sum, row) => sum + row.event_count, 0),
    rows: own,
  }));

/** Each Member State's part of the monthly returns. */
export function monthParts(months: readonly Drawn[]): Map<string, MonthsPart> {
  const parts = months.flatMap((drawn) => (drawn.status === "covered" ? partsOf(drawn) : []));
  const states = Map.groupBy(parts, ({ balance }) => balance.member_state_of_consumption);
  return new Map([...states].map(([state, own]) => [state, sumOfMonths(own)]));
}

function partsOf({ report, sorted, period }: Covered): MonthPart[] {
  const counts = countsByState(sorted);
  return statesOf(report).map(
    ({ member_state_of_consumption, totals, rows, corrections, balance }) => ({
      period_key: period.key,
      return_currency: report.return_currency,
      totals,
      rows: rows.map(monthRow),
      corrections,
      balance,
      included_source_event_count: counts.get(member_state_of_consumption) ?? 0,
    }),
  );
}

function sumOfMonths(months: MonthPart[]): MonthsPart {
  const [currency, ...others] = new Set(months.map((part) => part.return_currency));
  const sum = (amount: (part: MonthPart) => number) =>
    months.reduce((total, part) => total + amount(part), 0);
  const totals = {
    taxable_minor: sum((part) => part.totals.taxable_minor),
    current_vat_minor: sum((part) => part.totals.current_vat_minor),
    correction_vat_minor: sum((part) => part.totals.correction_vat_minor),
    payable_vat_minor: sum((part) => part.totals.payable_vat_minor),
  };
  const one = currency !== undefined && others.length === 0;
  return {
    return_currency: one ? currency : null,
    totals: one ? totals : null,
    included_source_event_count: sum((part) => part.included_source_event_count),
    months,
  };
}
