import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  AccountantReport,
  BreakdownPackage,
  SummaryPackage,
} from "../../../../shared/returns/documents/schema.ts";
import type { CountryBreakdown, Return } from "../../../../shared/returns/schema.ts";
import { history } from "../../../make/history.ts";
import { type Account, call } from "../../../stack/api.ts";
import { commit, newSeller } from "../../../stack/seller.ts";
import { lengthOf, soaking } from "../../../stack/soak.ts";
import { type FileName, fileOf, linesOf } from "./download.ts";
import { balanceIn, correctionIn, countryIn, type Minor, rowIn, totalsIn } from "./minor-units.ts";

const QUARTERS = ["2025-Q1", "2025-Q2", "2025-Q3"];
const LENGTH = soaking ? 120 : 40;
const histories = fc.sample(history({ min: LENGTH, max: LENGTH }), {
  seed: 11,
  numRuns: lengthOf("ROUNDS", 2, 50),
});

/** Filed in crowns and in euro in turn. */
const STATES = ["SE", "DE"];

async function viewsOf(seller: Account, period: string) {
  const preview = async <Body>(name: string): Promise<Body> =>
    (await call<Body>(seller.readOnly, "GET", `/v1/reports/${name}?period=${period}`)).body;
  const json = async <Body>(name: FileName): Promise<Body> =>
    JSON.parse((await fileOf(seller, name, period)).text);
  const csv = async (name: FileName) => linesOf((await fileOf(seller, name, period)).text);
  return {
    summary: await preview<Return>("oss-quarterly-summary"),
    breakdown: await preview<CountryBreakdown>("country-vat-breakdown"),
    summaryJson: await json<SummaryPackage>("summary.json"),
    summaryCsv: await csv("summary.csv"),
    breakdownJson: await json<BreakdownPackage>("country-breakdown.json"),
    breakdownCsv: await csv("country-breakdown.csv"),
    accountant: await json<AccountantReport>("accountant-report.json"),
  };
}

type Views = Awaited<ReturnType<typeof viewsOf>>;

test.for(histories.map((events, n) => [STATES[n % 2] as string, events] as const))(
  "every export and the accountant report tie to the previews to the cent: %#, %s",
  async ([state, events]) => {
    const seller = await newSeller(state);
    expect((await commit(seller, events)).status).toBe(200);
    for (const period of QUARTERS) {
      const views = await viewsOf(seller, period);
      expectSameReports(views);
      expectSameLines(views);
      expectSameManifests(views);
    }
  },
);

/** The JSON exports and the accountant report are the previews, in major units. */
function expectSameReports({ summary, breakdown, ...views }: Views): void {
  const { totals, rows, corrections, balances, exchange_rates } = summary;
  for (const report of [views.summaryJson.report, views.accountant.summary]) {
    expect({
      totals: totalsIn(report.totals),
      rows: report.rows.map(rowIn),
      corrections: report.corrections.map(correctionIn),
      balances: report.balances.map(balanceIn),
      exchange_rates: report.exchange_rates,
    }).toEqual({ totals, rows, corrections, balances, exchange_rates });
  }
  for (const report of [views.breakdownJson.report, views.accountant.country_breakdown]) {
    expect(totalsIn(report.totals)).toEqual(totals);
    expect(report.countries.map(countryIn)).toEqual(breakdown.countries);
    expect(report.exchange_rates).toEqual(exchange_rates);
  }
}

/** The CSVs add up to the previews, line by line and column by column. */
function expectSameLines({ summary, breakdown, summaryCsv, breakdownCsv }: Views): void {
  const of = (lines: Views["summaryCsv"], type: string) =>
    lines.filter((line) => line["record_type"] === type);
  const sum = (lines: Views["summaryCsv"], column: string): Minor =>
    lines.reduce((total, line) => total + Number(line[column]?.replace(".", "")), 0);
  const { totals, rows, corrections, balances } = summary;
  const parts = [
    [summaryCsv, "balance", balances.length],
    [breakdownCsv, "country_total", breakdown.countries.length],
  ] as const;
  for (const [lines, balance, count] of parts) {
    const isEmpty = rows.length + corrections.length + balances.length === 0;
    expect(lines).toHaveLength(isEmpty ? 1 : rows.length + corrections.length + count);
    const positive = of(lines, balance).filter(
      (line) => line["included_in_grand_total"] === "true",
    );
    expect({
      taxable_minor: sum(of(lines, "row"), "taxable_amount"),
      current_vat_minor: sum(of(lines, "row"), "vat_amount"),
      correction_vat_minor: sum(of(lines, "correction"), "vat_amount"),
      payable_vat_minor: sum(positive, "payable_vat"),
    }).toEqual(totals);
    expect(sum(of(lines, balance), "current_vat")).toBe(totals.current_vat_minor);
    expect(sum(of(lines, balance), "correction_vat")).toBe(totals.correction_vat_minor);
  }
  expect(sum(of(breakdownCsv, "country_total"), "taxable_amount")).toBe(totals.taxable_minor);
  const states = of(breakdownCsv, "country_total").map(
    (line) => line["member_state_of_consumption"],
  );
  expect(states).toEqual(balances.map((balance) => balance.member_state_of_consumption));
}

/** Every file says of the quarter what the preview says. */
function expectSameManifests({ summary, ...views }: Views): void {
  const counts = {
    total: summary.total_source_event_count,
    included: summary.included_source_event_count,
    excluded: summary.excluded_source_event_count,
  };
  for (const { manifest } of [views.summaryJson, views.breakdownJson, views.accountant]) {
    expect(manifest).toMatchObject({
      period_key: summary.period_key,
      member_state_identification: summary.member_state_identification,
      return_currency: summary.return_currency,
      source_event_counts: counts,
      warnings: summary.warnings,
    });
  }
  for (const line of [...views.summaryCsv, ...views.breakdownCsv]) {
    expect(line).toMatchObject({
      period_key: summary.period_key,
      member_state_identification: summary.member_state_identification,
      return_currency: summary.return_currency,
      total_source_event_count: String(counts.total),
      included_source_event_count: String(counts.included),
      excluded_source_event_count: String(counts.excluded),
      warnings: summary.warnings.map(({ code, count }) => `${code}:${count}`).join(";"),
    });
  }
}
