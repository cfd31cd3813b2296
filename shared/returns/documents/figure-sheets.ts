import { amount, count, day, decimal, flag, label, percentage } from "../../core/files/cell.ts";
import type { Sheet, SheetColumn } from "../../core/files/xlsx.ts";
import type { Covered } from "../compute/compute.ts";
import type { CorrectionRow, LateChange, Return } from "../schema.ts";

/** The column of amounts; the currency stands in its head, so that the cells are plain numbers. */
export const money = (what: string, currency: string): SheetColumn => ({
  head: `${what} (${currency})`,
  width: 18,
});

const STATE: SheetColumn = { head: "Member State of consumption", width: 14 };

/** Part 2 of the return, line by line. */
export function rowSheet({ rows, return_currency }: Return): Sheet {
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
 * Part 3 of the return, and what of it are late changes of locked returns. What is linked and what
 * is late may cancel out: such a line is declared as nothing, and shown all the same.
 */
export function correctionSheet(report: Return): Sheet {
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

/** What each Member State of consumption gets; what is below zero is not set off against others. */
export function balanceSheet({ balances, return_currency }: Return): Sheet {
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

/** The rates that amounts were converted with, each through the euro. */
export const rateSheet = ({ report }: Covered): Sheet => ({
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
