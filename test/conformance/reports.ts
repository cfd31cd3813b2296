import { expect } from "vitest";
import type { Balance, CountryBreakdown, Return } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { type Account, call } from "../stack/api.ts";
import type { ExpectedReport, Vector } from "./vector.ts";

type Summary = Return;
type Breakdown = CountryBreakdown;
export type Reports = { readonly summary: Summary; readonly breakdown: Breakdown };

/** Both Union reports of a quarter, as the read-only key sees them. */
export async function reportsOf(account: Account, period: string): Promise<Reports> {
  const report = async <Body>(name: string) => {
    const path = `/v1/reports/${name}?period=${period}`;
    const { status, body } = await call<Body>(account.readOnly, "GET", path);
    expect(status).toBe(200);
    return body;
  };
  const [summary, breakdown] = await Promise.all([
    report<Summary>("oss-quarterly-summary"),
    report<Breakdown>("country-vat-breakdown"),
  ]);
  return { summary, breakdown };
}

/** Every field of both reports, to the cent. */
export function expectReports(
  { summary, breakdown }: Reports,
  vector: Vector,
  period: string,
): void {
  const expected = vector.expect[period] as ExpectedReport;
  const { rows, corrections, balances } = expected;
  const common = commonPart(expected, vector, period);
  const apart = { late_changes: [], supplies_without_registration: [] };
  expect(summary).toEqual({ ...common, ...apart, rows, corrections, balances });
  const countries = balances.map((balance) => countryPart(expected, balance));
  expect(breakdown).toEqual({ ...common, countries });
  if (expected.section_totals) expect(sectionTotals(summary)).toEqual(expected.section_totals);
}

function commonPart(expected: ExpectedReport, vector: Vector, period: string) {
  const { included_source_event_count, excluded } = expected;
  const { return_currency, totals, exchange_rates } = expected;
  return {
    scheme_type: "union_oss",
    period_key: period,
    member_state_identification: vector.registration["member_state_identification"],
    return_currency,
    totals,
    warnings: UNION_OSS.warning_codes
      .map((code) => ({
        code,
        count: excluded.filter(({ warning }) => warning === code).length,
      }))
      .filter(({ count }) => count > 0),
    exchange_rates,
    total_source_event_count: included_source_event_count + excluded.length,
    included_source_event_count,
    excluded_source_event_count: excluded.length,
    recount_pending: null,
    submission_assumption: null,
    lock: null,
  };
}

function countryPart(
  { rows, corrections }: ExpectedReport,
  balance: Balance,
): Breakdown["countries"][number] {
  const { member_state_of_consumption, current_vat_minor, correction_vat_minor } = balance;
  const here = (one: { member_state_of_consumption: string }) =>
    one.member_state_of_consumption === member_state_of_consumption;
  return {
    member_state_of_consumption,
    totals: {
      taxable_minor: sum(rows.filter(here), (row) => row.taxable_amount_minor),
      current_vat_minor,
      correction_vat_minor,
      payable_vat_minor: Math.max(0, balance.payable_vat_minor),
    },
    rows: rows.filter(here),
    corrections: corrections.filter(here),
    balance,
  };
}

const sectionTotals = ({ rows }: Summary) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ section }) => section)].map(([section, own]) => [
      section,
      {
        taxable_minor: sum(own, (row) => row.taxable_amount_minor),
        vat_minor: sum(own, (row) => row.vat_amount_minor),
      },
    ]),
  );

/** Adds the summary up once more from its own rows: right totals over wrong rows would show. */
export function expectTies({ summary }: Reports): void {
  const { rows, corrections, balances, totals } = summary;
  for (const balance of balances) {
    const here = (one: { member_state_of_consumption: string }) =>
      one.member_state_of_consumption === balance.member_state_of_consumption;
    const current = sum(rows.filter(here), (row) => row.vat_amount_minor);
    const correction = sum(corrections.filter(here), (row) => row.vat_amount_minor);
    expect(balance).toMatchObject({
      current_vat_minor: current,
      correction_vat_minor: correction,
      payable_vat_minor: current + correction,
      included_in_grand_total: current + correction > 0,
    });
  }
  expect(totals).toEqual({
    taxable_minor: sum(rows, (row) => row.taxable_amount_minor),
    current_vat_minor: sum(rows, (row) => row.vat_amount_minor),
    correction_vat_minor: sum(corrections, (row) => row.vat_amount_minor),
    payable_vat_minor: sum(balances, (balance) => Math.max(0, balance.payable_vat_minor)),
  });
}

const sum = <Item>(items: readonly Item[], amount: (item: Item) => number): number =>
  items.reduce((total, item) => total + amount(item), 0);
