import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/dates.ts";
import { withRules } from "../../../core/input/fields.ts";
import { roundExact } from "../../../core/money/money.ts";
import {
  CONSIGNED_KIND,
  hasConsignment,
  isDutyOutside,
} from "../../../vat/schemes/consignment-value.ts";
import { FileFault, type TableRecord } from "../../files/csv-record.ts";
import { netByRate } from "../by-rate.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  consignmentLeftOut,
  consignmentsOf,
  type GoodsValue,
  importSchemeFaults,
  importSchemeSettings,
} from "../import-scheme.ts";
import {
  event,
  excluded,
  orRejected,
  type ReadRow,
  RowError,
  type RowOutcome,
  rejectOtherWidth,
  unresolved,
} from "../outcome.ts";
import { dayIn, minorUnitsOf, rateBpsOf } from "../parse-values.ts";
import type { Remark } from "../reasons.ts";
import { SHOPIFY_CSV_FILE } from "../recognise.ts";
import type { RowAmount } from "../row-facts.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  homeOf,
  originFaults,
  originOf,
  ShopOrImportKind,
  SourceId,
} from "../settings.ts";
import { leftOutOfShop, placeOfAddress, shopEvent, shopifyCsvEdit } from "../shop-rules.ts";

/** The statuses of a paid order. A refunded order was sold first; its refund has no day and no VAT in this export. */
const PAID = ["paid", "partially_refunded", "refunded"];

/**
 * Reads the rows of one order.
 * @throws FileFault `damaged_by_spreadsheet`
 */
function readShopifyOrder(order: TableRecord, settings: ShopifyCsvSettings): readonly ReadRow[] {
  rejectSpreadsheet(order);
  return [{ at: order.at, outcome: orRejected(() => outcomeOf(order, settings)) }];
}

/** A day as spreadsheets write it back; Shopify writes 2026-04-15 10:00:00 +0200. */
const SPREADSHEET_DAY = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b/;

/**
 * Rejects the whole file if a spreadsheet has rewritten it. A spreadsheet rounds long ids (6E+12), so different orders
 * get the same id, and rewrites days and amounts.
 */
function rejectSpreadsheet(order: TableRecord): void {
  // A row of another width has its cells under wrong names, and is rejected alone.
  if (order.width !== order.header.names.length) return;
  const id = order.cell("Id");
  const day = order.cell("Paid at") || order.cell("Created at");
  const found = changedCell(id, day, order);
  if (!found) return;
  throw new FileFault(
    "damaged_by_spreadsheet",
    `A spreadsheet has changed this file: in row ${order.at} ${found}. Export it from Shopify again, and import it without opening it.`,
  );
}

/** An amount as a spreadsheet writes it where decimals follow a comma; Shopify writes 1234.50. */
const COMMA_AMOUNT = /^-?[\d.]+,\d{1,2}$/;

/** Describes the first cell that Shopify does not write like this; undefined if there is none. */
function changedCell(id: string, day: string, order: TableRecord): string | undefined {
  if (id !== "" && !/^\d+$/.test(id))
    return `the Id "${id.slice(0, 40)}" has other characters than digits`;
  if (SPREADSHEET_DAY.test(day)) {
    return `the day "${day.slice(0, 40)}" is not written as Shopify writes it`;
  }
  const amount = ["Total", "Subtotal", "Taxes"]
    .map((column) => order.cell(column))
    .find((cell) => COMMA_AMOUNT.test(cell));
  return amount && `the amount "${amount.slice(0, 40)}" has a decimal comma`;
}

function outcomeOf(order: TableRecord, settings: ShopifyCsvSettings): RowOutcome {
  rejectOtherWidth(order);
  rejectForeignLines(order);
  if (order.cell("Cancelled at") !== "") return excluded("cancelled");
  if (!PAID.includes(order.cell("Financial Status"))) return excluded("not_paid");
  const day = shopifyDay(order);
  const { country, zip, column: countryColumn } = addressOf(order);
  const kind = settings.supply_kind;
  const to = placeOfAddress(country, zip, day, kind);
  const amount = amountIn(order);
  const taxes = taxesOf(order, amount);
  const goods = hasConsignment(kind) ? goodsOf(order, amount, taxes, day) : undefined;
  const leftOut = leftOutOfShop({
    kind,
    from: homeOf(kind, settings),
    to,
    countryColumn,
    isBusiness: false,
    hasVat: taxes.length > 0,
    taxedBy: taxes[0]?.country,
    importLeftOut: goods && importLeftOut(goods, settings),
  });
  if (leftOut || to.state === undefined) return leftOut ?? unresolved("net_not_split");
  return salesOf(order, { taxes, to: to.state, day, goods }, settings);
}

type Sold = {
  readonly taxes: readonly Tax[];
  readonly to: string;
  readonly day: IsoDate;
  readonly goods: GoodsValue | "not_split" | undefined;
};

function salesOf(
  order: TableRecord,
  { taxes, to, day, goods }: Sold,
  settings: ShopifyCsvSettings,
): RowOutcome {
  const { source_id, supply_kind: kind } = settings;
  const amount = amountIn(order);
  const duty = dutyOf(amount, kind, day);
  const net = netOf(amount, duty);
  const roundings = taxes.length > 1 ? 1 : 2 + order.rest.length;
  const parts = net === undefined ? undefined : netByRate(net, taxes, roundings);
  if (!parts || goods === "not_split") return unresolved("net_not_split");
  const id = order.cell("Id");
  const common = {
    source_id,
    order: id,
    day,
    soldOn: day,
    paidOn: order.cell("Paid at") === "" ? undefined : day,
    kind,
    origin: originOf(kind, settings),
    to,
    currency: order.cell("Currency"),
    consignment: goods && consignmentsOf(source_id, id, [goods], settings)[0],
  };
  const events = parts.map((part) => shopEvent({ ...common, ...part }, settings.rates));
  const remarks = remarksOf(order, amount, parts.length);
  return event(events, duty === 0 ? remarks : ["duty_left_out", ...remarks]);
}

const importLeftOut = (
  goods: GoodsValue | "not_split",
  settings: ShopifyCsvSettings,
): RowOutcome | undefined =>
  goods === "not_split" ? unresolved("net_not_split") : consignmentLeftOut(goods, settings);

/** Returns the customs duty in the total of an order of imports, which the import scheme does not tax. */
const dutyOf = (amount: AmountIn, kind: string, day: IsoDate): number =>
  hasConsignment(kind) && isDutyOutside(day) ? amount("Duties") : 0;

/**
 * Returns the goods of an order of imports without VAT and shipping. Of several rates nothing says which part is the
 * goods'.
 */
function goodsOf(
  order: TableRecord,
  amount: AmountIn,
  taxes: readonly Tax[],
  day: IsoDate,
): GoodsValue | "not_split" {
  const [tax, ...others] = taxes;
  const prices = amount("Subtotal") + amount("Shipping");
  const isWithVat = amount("Total") - dutyOf(amount, CONSIGNED_KIND, day) === prices;
  if (others.length > 0) return "not_split";
  const divisor = 10_000 + (isWithVat ? (tax?.vat_rate_bps ?? 0) : 0);
  const value = roundExact({
    numerator: BigInt(amount("Subtotal")) * 10_000n,
    denominator: BigInt(divisor),
  });
  return { day, currency: order.cell("Currency"), value: Number(value) };
}

type Tax = ReturnType<typeof taxesOf>[number];

/** Rejects lines of another order, which mean that rows were sorted or deleted. */
function rejectForeignLines(order: TableRecord): void {
  const isAlone = order.cell("Id") === "";
  if (isAlone || order.rest.some((row) => row.cell("Name") !== order.cell("Name"))) {
    const message = "A row with an article alone does not stand behind its order.";
    throw new RowError("row_without_order", "Name", message);
  }
}

/** Returns the day on which an order was paid, or created if it has no other. */
const shopifyDay = (order: TableRecord): ReturnType<typeof dayIn> =>
  dayIn(order.cell("Paid at") || order.cell("Created at"), ["day-and-time"], "Paid at");

/** Returns the address of the order. Shopify writes an apostrophe before postcodes to keep leading zeros. */
function addressOf(order: TableRecord): { country: string; zip: string; column: string } {
  const of = order.cell("Shipping Country") === "" ? "Billing" : "Shipping";
  const column = order.cell(`${of} Country`) === "" ? "Shipping Country" : `${of} Country`;
  return { country: order.cell(column), zip: order.cell(`${of} Zip`).replace(/^'/, ""), column };
}

type AmountIn = (column: string) => number;

function amountIn(order: TableRecord): AmountIn {
  const currency = order.cell("Currency");
  // The fault lies in this column, and not in that of the first amount.
  minorUnitsOf("0", currency, "Currency");
  return (column) => minorUnitsOf(order.cell(column) || "0", currency, column);
}

/**
 * Returns the taxes of an order, such as "FR TVA 20%", or "TVA 20%" in older exports: at most five, each with a name
 * and an amount.
 */
function taxesOf(order: TableRecord, amount: AmountIn) {
  return [1, 2, 3, 4, 5]
    .map((n) => ({
      name: order.cell(`Tax ${n} Name`),
      column: `Tax ${n} Name`,
      vat: amount(`Tax ${n} Value`),
    }))
    .filter(({ vat }) => vat !== 0)
    .map(({ name, column, vat }) => ({
      vat,
      vat_rate_bps: rateBpsOf(/([\d.,]+)\s*%/.exec(name)?.[1] ?? name, "percent", column),
      country: /^([A-Z]{2})\s/.exec(name)?.[1],
    }));
}

/**
 * Returns the net amount. The file does not say if prices include VAT, so the total decides; undefined if neither
 * reading adds up.
 */
function netOf(amount: AmountIn, duty: number): number | undefined {
  const prices = amount("Subtotal") + amount("Shipping");
  const total = amount("Total") - duty;
  const isSum = total === prices || total === prices + amount("Taxes");
  return isSum ? total - amount("Taxes") : undefined;
}

const remarksOf = (order: TableRecord, amount: AmountIn, rates: number): Remark[] => [
  ...(rates > 1 ? (["net_derived"] as const) : []),
  ...(order.cell("Refunded Amount") !== "" && amount("Refunded Amount") > 0
    ? (["refund_not_importable"] as const)
    : []),
];

/** Returns the number that the shop's owner knows, such as #1001; the id is internal. */
const shopifyOrderName = (order: TableRecord): string => order.cell("Name");

const shopifyAmount = (order: TableRecord): RowAmount => ({
  country: addressOf(order).country,
  currency: order.cell("Currency"),
  ...(order.cell("Total") !== "" && { gross: () => amountIn(order)("Total") }),
});

const ShopifyCsvSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    supply_kind: ShopOrImportKind.default("goods"),
    dispatch_country: DispatchCountry,
    establishment_country: EstablishmentCountry,
    ...importSchemeSettings,
  }),
  ({ supply_kind = "goods", ...settings }) => [
    ...originFaults([supply_kind], settings),
    ...importSchemeFaults([supply_kind], settings),
  ],
);

type ShopifyCsvSettings = WithRates<z.output<typeof ShopifyCsvSettings>>;

export const SHOPIFY_CSV = importFormat<TableRecord, ShopifyCsvSettings>({
  isBeta: false,
  file: SHOPIFY_CSV_FILE,
  settings: ShopifyCsvSettings,
  columns: {
    event_id: "Id",
    transaction_id: "Id",
    supply_date: "Paid at",
    consumption_country: "Shipping Country",
    currency: "Currency",
    taxable_amount_minor: "Subtotal",
    vat_amount_minor: "Taxes",
    vat_rate_bps: "Tax 1 Name",
    payments: "Total",
  },
  read: readShopifyOrder,
  dayOf: shopifyDay,
  orderOf: shopifyOrderName,
  editOf: shopifyCsvEdit,
  isOrderIdInternal: true,
  amountOf: shopifyAmount,
});
