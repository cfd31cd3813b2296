import {
  amount,
  type Cell,
  count,
  day,
  decimal,
  flag,
  label,
  note,
  percentage,
  type Sheet,
  type SheetColumn,
  xlsxOf,
} from "../../core/files/xlsx.ts";
import { CHECK_WORDS } from "../../vat/schemes/check-codes.ts";
import { WARNING_WORDS } from "../../vat/schemes/warnings.ts";
import { type Covered, openExclusions } from "../compute/compute.ts";
import { negativeRowCount } from "../compute/over-corrections.ts";
import type { CorrectionRow, LateChange, Return } from "../schema.ts";
import { artifact, type Making, manifestOf, stateOfFile } from "./artifacts.ts";

type PaperQuery = Readonly<Record<string, string | number | null>>;

/**
 * Lists the number of source events of each figure, with the request that lists them. The events are not part of a
 * return and may be millions (docs/decisions/0031).
 */
function eventSheet(drawn: Covered): Sheet {
  const { scheme, period, registration, report, warnings } = drawn;
  const path = `/v1/returns/${scheme.slug}/${period.key}/events`;
  const line = (figure: string, events: number, query: PaperQuery) => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, registration_id: registration.id })) {
      if (value !== null) asked.set(name, String(value));
    }
    return [label(figure), count(events), note(`GET ${path}?${asked}`)];
  };
  return {
    name: "Events",
    columns: [
      { head: "Figure", width: 34 },
      { head: "Events", width: 10 },
      { head: "What lists them", width: 100 },
    ],
    lines: [
      line("All events of the return", drawn.total_source_event_count, {}),
      ...report.rows.map((row) => line(rowName(row), row.event_count, rowQuery(row))),
      ...report.corrections.map((row) =>
        line(
          `correction of ${row.original_period}, ${row.member_state_of_consumption}`,
          row.event_count,
          { original_period: row.original_period, country: row.member_state_of_consumption },
        ),
      ),
      ...warnings.map((one) => line(one.code, one.count, { warning: one.code })),
    ],
  };
}

type PaperRow = Covered["report"]["rows"][number];

const rowName = (row: PaperRow): string =>
  [row.section, row.member_state_of_consumption, row.supply_kind, row.from_member_state]
    .filter((part) => part !== null)
    .concat(`${row.vat_rate_bps / 100} %`)
    .join(", ");

/** Returns the parts of a row by the parameter names of the event list. */
const rowQuery = (row: PaperRow): PaperQuery => ({
  section: row.section,
  country: row.member_state_of_consumption,
  rate_bps: row.vat_rate_bps,
  supply_kind: row.supply_kind,
  from_member_state: row.from_member_state,
  rate_category: row.rate_category,
});

/** Returns a column of amounts; the currency is in its header, so that the cells are plain numbers. */
export const money = (what: string, currency: string): SheetColumn => ({
  head: `${what} (${currency})`,
  width: 18,
});

const STATE: SheetColumn = { head: "Member State of consumption", width: 14 };

/** Lists part 2 of the return. */
function rowSheet({ rows, return_currency }: Return): Sheet {
  return {
    name: "Rows",
    columns: [
      { head: "Section", width: 9 },
      STATE,
      { head: "Goods or services", width: 11 },
      { head: "From Member State", width: 11 },
      { head: "Rate category", width: 11 },
      { head: "VAT rate (%)", width: 9 },
      money("Taxable amount", return_currency),
      money("VAT", return_currency),
      { head: "Events", width: 10 },
    ],
    lines: rows.map((row) => [
      label(row.section),
      label(row.member_state_of_consumption),
      label(row.supply_kind),
      label(row.from_member_state),
      label(row.rate_category),
      percentage(row.vat_rate_bps),
      amount(row.taxable_amount_minor, return_currency),
      amount(row.vat_amount_minor, return_currency),
      count(row.event_count),
    ]),
  };
}

/**
 * Lists part 3 of the return, with the late changes of locked returns that it contains. A linked correction and a late
 * change may cancel out: such a line is not declared, but is listed here.
 */
function correctionSheet(report: Return): Sheet {
  const { return_currency, corrections, late_changes } = report;
  const lines = new Map<string, { declared?: CorrectionRow; late?: LateChange }>();
  for (const declared of corrections) lines.set(keyOf(declared), { declared });
  for (const late of late_changes) lines.set(keyOf(late), { ...lines.get(keyOf(late)), late });
  return {
    name: "Corrections",
    columns: [
      { head: "Corrected period", width: 11 },
      STATE,
      money("Taxable amount", return_currency),
      money("VAT", return_currency),
      { head: "Events", width: 10 },
      money("Of this late changes: taxable amount", return_currency),
      money("Of this late changes: VAT", return_currency),
      { head: "Late events, came less left", width: 12 },
    ],
    lines: [...lines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { declared, late }]) => [
        label((declared ?? late)?.original_period ?? null),
        label((declared ?? late)?.member_state_of_consumption ?? null),
        amount(declared?.taxable_amount_minor ?? 0, return_currency),
        amount(declared?.vat_amount_minor ?? 0, return_currency),
        count(declared?.event_count ?? 0),
        amount(late?.taxable_amount_minor ?? 0, return_currency),
        amount(late?.vat_amount_minor ?? 0, return_currency),
        count(late?.event_count_difference ?? 0),
      ]),
  };
}

const keyOf = (one: Pick<LateChange, "original_period" | "member_state_of_consumption">): string =>
  `${one.original_period} ${one.member_state_of_consumption}`;

/** Lists the balance of each Member State of consumption; a negative balance is not set off against others. */
function balanceSheet({ balances, return_currency }: Return): Sheet {
  return {
    name: "Balances",
    columns: [
      STATE,
      money("VAT of the period", return_currency),
      money("VAT of corrections", return_currency),
      money("Balance", return_currency),
      { head: "Part of the total payable", width: 12 },
    ],
    lines: balances.map((balance) => [
      label(balance.member_state_of_consumption),
      amount(balance.current_vat_minor, return_currency),
      amount(balance.correction_vat_minor, return_currency),
      amount(balance.payable_vat_minor, return_currency),
      flag(balance.included_in_grand_total),
    ]),
  };
}

/** Lists the rates of the conversion, each through the euro. */
const rateSheet = ({ report }: Covered): Sheet => ({
  name: "Rates",
  columns: [
    { head: "Period converted", width: 11 },
    { head: "Currency", width: 10 },
    { head: "Units per euro", width: 14 },
    { head: "Published on", width: 12 },
  ],
  lines: report.exchange_rates.map((rate) => [
    label(rate.period),
    label(rate.currency),
    decimal(rate.rate),
    day(rate.date),
  ]),
});

const CODE: SheetColumn = { head: "Code", width: 38 };
const EVENTS: SheetColumn = { head: "How many", width: 10 };

/** Lists the findings of events, and the figures that no portal accepts. None of them excludes an event. */
const checkSheet = (drawn: Covered): Sheet => ({
  name: "Checks",
  columns: [CODE, { head: "Severity", width: 10 }, EVENTS, { head: "Meaning", width: 70 }],
  lines: [
    ...drawn.checks.map((check) => [
      label(check.code),
      label(check.severity),
      count(check.count),
      note(CHECK_WORDS[check.code]),
    ]),
    ...figuresToLookAt(drawn).map(({ code, found, words }) => [
      label(code),
      label("blocking"),
      count(found),
      note(words),
    ]),
  ],
});

const figuresToLookAt = ({ report, corrections_below_zero = [] }: Covered) =>
  [
    {
      code: "negative_row",
      found: negativeRowCount(report.rows),
      words: "Rows below zero, which portals refuse",
    },
    {
      code: "correction_below_zero",
      found: corrections_below_zero.length,
      words: "Corrections that take back more VAT than was declared",
    },
  ].filter(({ found }) => found > 0);

/** Lists the number of events that the return excludes, by code, and if the user can change that. */
const exclusionSheet = (drawn: Covered): Sheet => ({
  name: "Exclusions",
  columns: [
    CODE,
    EVENTS,
    { head: "To be resolved before filing", width: 14 },
    { head: "Reason", width: 90 },
  ],
  lines: drawn.warnings.map((warning) => [
    label(warning.code),
    count(warning.count),
    flag(openExclusions(drawn).some(({ code }) => code === warning.code)),
    label(WARNING_WORDS[warning.code]),
  ]),
});

/** Returns the identity of the paper, the filing state of the return, and its totals. */
function summarySheet(drawn: Covered, making: Making): Sheet {
  const { report, period, registration } = drawn;
  const { return_currency, totals } = report;
  const manifest = manifestOf("working_paper", drawn, making);
  const state = stateOfFile(drawn, making);
  const lines: [string, Cell][] = [
    ["Scheme", label(report.scheme_type)],
    ["Period", label(period.key)],
    ["First day", day(period.firstDay)],
    ["Last day", day(period.lastDay)],
    ["To be filed by", day(period.filingDueDate)],
    ["Member State of identification", label(report.member_state_identification)],
    ["Registration", count(registration.id)],
    ["Currency of the return", label(return_currency)],
    ["Made at (UTC)", label(making.generated_at)],
    ["Recount pending, figures may change", flag(making.recount_pending !== null)],
    ["Filing state", label(state.filing_status)],
    ["Explanation", note(state.filing_status_detail)],
    ["Nil return", flag(state.nil_return_eligible)],
    ["Taxable amount of the rows", amount(totals.taxable_minor, return_currency)],
    ["VAT of the rows", amount(totals.current_vat_minor, return_currency)],
    ["VAT of corrections", amount(totals.correction_vat_minor, return_currency)],
    ["Total payable, nothing set off", amount(totals.payable_vat_minor, return_currency)],
    ["Events of the period", count(report.total_source_event_count)],
    ["Of these in the return", count(report.included_source_event_count)],
    ["Of these left out", count(report.excluded_source_event_count)],
    ["Conversion", note(manifest.conversion_rule)],
    ["Scope", note(manifest.scope_note)],
  ];
  return {
    name: "Summary",
    columns: [
      { head: "Return", width: 32 },
      { head: "Value", width: 60 },
    ],
    lines: lines.map(([name, value]) => [label(name), value]),
  };
}

/**
 * Builds the working paper of a return: a workbook with a sheet for each subject, in the return's currency. The same
 * return at the same instant gives the same bytes.
 */
export async function workingPaper(drawn: Covered, making: Making) {
  const { scheme, period, registration, report } = drawn;
  const body = await xlsxOf({
    title: `${scheme.slug} ${registration.member_state_identification} ${period.key}`,
    made_at: making.generated_at,
    sheets: [
      summarySheet(drawn, making),
      rowSheet(report),
      correctionSheet(report),
      balanceSheet(report),
      rateSheet(drawn),
      checkSheet(drawn),
      exclusionSheet(drawn),
      eventSheet(drawn),
    ],
  });
  return artifact("working_paper", "xlsx", drawn, body);
}
