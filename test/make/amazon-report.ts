import { readFileSync } from "node:fs";
import { seeded } from "../../scripts/demo/dice.ts";

/*
 * A generated Amazon VAT Transactions Report of any length, in the layout of the sample: sales to five states, refunds
 * in any place, and rows that an import must exclude. The generator adds the sales up, to be compared with the result
 * of an import.
 */
const [HEAD = "", SALE = "", REFUND = ""] = readFileSync(
  new URL("../imports/samples/amazon-avtr.tsv", import.meta.url),
  "utf8",
).split("\r\n");

const NAMES = HEAD.split("\t");
const placeOf = (name: string): number => NAMES.indexOf(name);

const STATES = [
  { country: "FR", rate_bps: 2_000 },
  { country: "IT", rate_bps: 2_200 },
  { country: "ES", rate_bps: 2_100 },
  { country: "AT", rate_bps: 2_000 },
  { country: "NL", rate_bps: 2_100 },
] as const;

type Sum = { events: number; taxable_amount_minor: number; vat_amount_minor: number };

/** The sums of a report, added up by the generator. */
type ReportSums = {
  rows: number;
  events: number;
  excluded: number;
  readonly countries: Record<string, Sum>;
};

const decimal = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

function rowOf(template: string, cells: Readonly<Record<string, string>>): string {
  const row = template.split("\t");
  for (const [name, value] of Object.entries(cells)) row[placeOf(name)] = value;
  return `${Array.from(row, (cell) => cell ?? "").join("\t")}\r\n`;
}

type Sold = { readonly n: number; readonly net: number; readonly day: string };

const stateOf = ({ n }: Sold) => STATES[n % STATES.length] as (typeof STATES)[number];
const vatOf = (sold: Sold): number => Math.round((sold.net * stateOf(sold).rate_bps) / 10_000);

/** Returns the cells that a sale and its refund share, with their sign. */
function sharedCells(sold: Sold, sign: 1 | -1): Record<string, string> {
  const { country, rate_bps } = stateOf(sold);
  const [net, vat] = [decimal(sign * sold.net), decimal(sign * vatOf(sold))];
  return {
    TRANSACTION_EVENT_ID: `305-${String(sold.n).padStart(7, "0")}-0000001`,
    TAX_CALCULATION_DATE: sold.day,
    SALE_ARRIVAL_COUNTRY: country,
    PRICE_OF_ITEMS_VAT_RATE_PERCENT: String(rate_bps / 10_000),
    TOTAL_PRICE_OF_ITEMS_AMT_VAT_EXCL: net,
    TOTAL_PRICE_OF_ITEMS_VAT_AMT: vat,
    TOTAL_SHIP_CHARGE_AMT_VAT_EXCL: "0.00",
    TOTAL_SHIP_CHARGE_VAT_AMT: "0.00",
    TOTAL_GIFT_WRAP_AMT_VAT_EXCL: "0.00",
    TOTAL_GIFT_WRAP_VAT_AMT: "0.00",
    TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL: net,
    TOTAL_ACTIVITY_VALUE_VAT_AMT: vat,
  };
}

/**
 * Generates the rows of a report of `sales` sales: each tenth is refunded, and each tenth is a movement of stock
 * instead.
 */
function* amazonReport(sales: number, seed = 1): Generator<string, ReportSums> {
  const next = seeded(seed);
  const sums: ReportSums = { rows: 0, events: 0, excluded: 0, countries: {} };
  const refunds: Sold[] = [];
  yield `${HEAD}\r\n`;
  for (let n = 0; n < sales; n += 1) {
    const day = `${String(1 + Math.floor(next() * 28)).padStart(2, "0")}-10-2026`;
    const sold = { n, net: 500 + Math.floor(next() * 20_000), day };
    sums.rows += 1;
    if (n % 10 === 7) {
      sums.excluded += 1;
      yield rowOf(SALE, { ...sharedCells(sold, 1), TRANSACTION_TYPE: "FC_TRANSFER" });
      continue;
    }
    // In a report with the newest rows first, a refund comes before its sale.
    if (n % 20 === 3) yield refundRow(sold, sums);
    else if (n % 20 === 13) refunds.push(sold);
    yield rowOf(SALE, { ...sharedCells(sold, 1), ACTIVITY_TRANSACTION_ID: `D${n}` });
    count(sums, sold, 1);
    if (refunds.length >= 50) yield* refunds.splice(0).map((sold) => refundRow(sold, sums));
  }
  yield* refunds.map((refund) => refundRow(refund, sums));
  return sums;
}

function refundRow(sold: Sold, sums: ReportSums): string {
  sums.rows += 1;
  count(sums, sold, -1);
  return rowOf(REFUND, {
    ...sharedCells(sold, -1),
    ACTIVITY_TRANSACTION_ID: `amzn1:crow:R${sold.n}`,
    TRANSACTION_COMPLETE_DATE: "30-10-2026",
  });
}

function count(sums: ReportSums, sold: Sold, sign: 1 | -1): void {
  const { country } = stateOf(sold);
  const sum = sums.countries[country] ?? {
    events: 0,
    taxable_amount_minor: 0,
    vat_amount_minor: 0,
  };
  sums.countries[country] = sum;
  sums.events += 1;
  sum.events += 1;
  sum.taxable_amount_minor += sign * sold.net;
  sum.vat_amount_minor += sign * vatOf(sold);
}

export function wholeReport(sales: number, seed = 1): { bytes: Uint8Array; sums: ReportSums } {
  const rows = amazonReport(sales, seed);
  const parts: string[] = [];
  for (;;) {
    const { value, done } = rows.next();
    if (done) return { bytes: new TextEncoder().encode(parts.join("")), sums: value };
    parts.push(value);
  }
}

/** Converts sums to the countries of an import's response. */
export const countriesOf = ({ countries }: ReportSums) =>
  Object.entries(countries)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, sum]) => ({ country, currency: "EUR", ...sum }));
