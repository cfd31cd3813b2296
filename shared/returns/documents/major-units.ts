import { decimalString, percentString } from "../../core/money/decimal-string.ts";
import type { Balance, CorrectionRow, ReturnRow, Totals } from "../schema.ts";
import type { MajorBalance, MajorCorrection, MajorRow, MajorTotals } from "./schema.ts";

/*
 * The parts of a return as exports show them: amounts are decimal strings in major units of
 * `currency`, the return currency, and rates are percentages.
 */

export const majorTotals = (totals: Totals, currency: string): MajorTotals => ({
  taxable: decimalString(totals.taxable_minor, currency),
  current_vat: decimalString(totals.current_vat_minor, currency),
  correction_vat: decimalString(totals.correction_vat_minor, currency),
  payable_vat: decimalString(totals.payable_vat_minor, currency),
});

export const majorRow = (row: ReturnRow, currency: string): MajorRow => ({
  section: row.section,
  member_state_of_consumption: row.member_state_of_consumption,
  supply_kind: row.supply_kind,
  from_member_state: row.from_member_state,
  rate_category: row.rate_category,
  vat_rate_pct: percentString(row.vat_rate_bps),
  taxable_amount: decimalString(row.taxable_amount_minor, currency),
  vat_amount: decimalString(row.vat_amount_minor, currency),
  event_count: row.event_count,
});

export const majorCorrection = (row: CorrectionRow, currency: string): MajorCorrection => ({
  original_period: row.original_period,
  member_state_of_consumption: row.member_state_of_consumption,
  taxable_amount: decimalString(row.taxable_amount_minor, currency),
  vat_amount: decimalString(row.vat_amount_minor, currency),
  event_count: row.event_count,
});

export const majorBalance = (balance: Balance, currency: string): MajorBalance => ({
  member_state_of_consumption: balance.member_state_of_consumption,
  current_vat: decimalString(balance.current_vat_minor, currency),
  correction_vat: decimalString(balance.correction_vat_minor, currency),
  payable_vat: decimalString(balance.payable_vat_minor, currency),
  included_in_grand_total: balance.included_in_grand_total,
});
