import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import type {
  ImportMonth,
  ImportMonthSummary,
  ImportQuarter,
  ImportQuarterSummary,
} from "./month-schema.ts";

/** Which of three months speaks for the quarter: what asks for most comes first. */
const BY_URGENCY: readonly ImportMonth["status"][] = [
  "registration_conflict",
  "review_required",
  "open",
  "ready",
  "nil_return_candidate",
  "not_registered",
];

/** The months of a quarter, taken together. There is no return of a quarter in a monthly scheme. */
export const monthsTogether = (months: ImportMonth[]): ImportQuarter => ({
  status: BY_URGENCY.find((one) => months.some(({ status }) => status === one)) ?? "not_registered",
  ...totalsOf(months),
  warnings: warningsOf(months),
  total_source_event_count: sum(months, (month) => month.total_source_event_count),
  included_source_event_count: sum(months, (month) => month.included_source_event_count),
  excluded_source_event_count: sum(months, (month) => month.excluded_source_event_count),
  months,
});

/** Each month pays for itself: what one is to get back lowers no other's total. */
function totalsOf(months: readonly ImportMonth[]) {
  const totals = months.flatMap((month) => (month.totals ? [month.totals] : []));
  const [return_currency, ...others] = new Set(
    months.flatMap((month) => (month.return_currency ? [month.return_currency] : [])),
  );
  if (!return_currency || others.length > 0) return { return_currency: null, totals: null };
  return {
    return_currency,
    totals: {
      taxable_minor: sum(totals, (one) => one.taxable_minor),
      current_vat_minor: sum(totals, (one) => one.current_vat_minor),
      correction_vat_minor: sum(totals, (one) => one.correction_vat_minor),
      payable_vat_minor: sum(totals, (one) => one.payable_vat_minor),
    },
  };
}

function warningsOf(months: readonly ImportMonth[]): ImportQuarter["warnings"] {
  const warnings = months.flatMap((month) => month.warnings);
  return WARNING_CODES.map((code) => ({
    code,
    count: sum(
      warnings.filter((one) => one.code === code),
      ({ count }) => count,
    ),
  })).filter(({ count }) => count > 0);
}

const sum = <Item>(items: readonly Item[], amount: (item: Item) => number): number =>
  items.reduce((total, item) => total + amount(item), 0);

/** The same without the lines of the returns. */
export const withoutLines = (quarter: ImportQuarter): ImportQuarterSummary => ({
  ...quarter,
  months: quarter.months.map(monthSummary),
});

function monthSummary(month: ImportMonth): ImportMonthSummary {
  const { rows, corrections, balances, exchange_rates, checks, ...rest } = month;
  const { late_changes, negative_row_count, corrections_below_zero, ...summary } = rest;
  return summary;
}
