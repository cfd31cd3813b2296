import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/dates.ts";
import { withRules } from "../../../core/input/fields.ts";
import { type Exact, ZERO } from "../../../core/money/money.ts";
import { hasConsignment, isDutyOutside } from "../../../vat/schemes/consignment-value.ts";
import { FileFault, type TableRecord } from "../../files/csv-record.ts";
import { exactOf, isZero, minus, sumExact, timesExact } from "../../orders/exact-amount.ts";
import { judgeSale } from "../../orders/judge.ts";
import type { StatedLine, StatedOrder, StatedTax } from "../../orders/shop-order.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import { importSchemeFaults, importSchemeSettings } from "../import-scheme.ts";
import {
  event,
  orNone,
  orRejected,
  type ReadRow,
  RowError,
  type RowOutcome,
  rejectOtherWidth,
} from "../outcome.ts";
import { dayIn, minorUnitsOf, rateBpsOf } from "../parse-values.ts";
import { SHOPIFY_CSV_FILE } from "../recognise.ts";
import type { RowAmount } from "../row-facts.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  originFaults,
  RatesInBoth,
  ShopOrImportKind,
  SourceId,
} from "../settings.ts";
import { otherCountryIn, SHOPIFY_PAYMENTS, shopifyCsvEdit } from "../shop-rules.ts";

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
  const { outcome } = judgeSale(statedOrder(order, settings), settings);
  const isRefunded = Number(order.cell("Refunded Amount")) > 0;
  return outcome.outcome === "event" && isRefunded
    ? event(outcome.events, [...outcome.findings, "refund_not_importable"])
    : outcome;
}

function statedOrder(order: TableRecord, settings: ShopifyCsvSettings): StatedOrder {
  const { country, zip: postcode, column } = addressOf(order);
  const placed_on = shopifyDay(order);
  const fulfilled = order.cell("Fulfilled at");
  const outstanding = order.cell("Outstanding Balance");
  return {
    id: order.cell("Id"),
    currency: order.cell("Currency"),
    ...(/bogus/i.test(order.cell("Payment Method")) && { state: "test" }),
    isCancelled: order.cell("Cancelled at") !== "",
    given_back: givenBack(order),
    payment: SHOPIFY_PAYMENTS[order.cell("Financial Status")] ?? "none",
    ...(outstanding && { outstanding }),
    placed_on,
    ordered_on: dayIn(
      order.cell("Created at") || order.cell("Paid at"),
      ["day-and-time"],
      "Created at",
    ),
    ...(order.cell("Paid at") !== "" && { paid_on: placed_on }),
    isDelivered: order.cell("Fulfillment Status") === "fulfilled",
    ...(fulfilled && { delivered_on: dayIn(fulfilled, ["day-and-time"], "Fulfilled at") }),
    channel: order.cell("Source") === "pos" ? "till" : "web",
    place: { country, postcode, column },
    isBusiness: false,
    lines: linesOf(order, placed_on, settings),
    // The net amount of the only line is what the total leaves.
    totals: {},
    step: 1,
    statesRates: true,
  };
}

function givenBack(order: TableRecord): StatedOrder["given_back"] {
  const back = Number(order.cell("Refunded Amount"));
  if (!(back > 0)) return undefined;
  return back >= Number(order.cell("Total")) ? "all" : "part";
}

/** Returns the order as one line with its several taxes: the articles of the export have no VAT of their own. */
function linesOf(
  order: TableRecord,
  day: IsoDate,
  { supply_kind }: ShopifyCsvSettings,
): readonly StatedLine[] {
  const amount = amountIn(order);
  const isOutside = hasConsignment(supply_kind) && isDutyOutside(day);
  const duty = isOutside ? amount("Duties") : ZERO;
  const taxes = taxesOf(order, amount);
  const id = order.cell("Id");
  const net = netOf(amount, duty);
  const line: StatedLine = {
    id,
    role: "article",
    supply_kind,
    net,
    taxes,
    ...(hasConsignment(supply_kind) && { goods: goodsOf(amount, taxes, duty) }),
    roundings: taxes.length > 1 ? 1 : 2 + order.rest.length,
  };
  return isZero(duty)
    ? [line]
    : [line, { id: `${id} duty`, role: "duty", supply_kind, net: duty, taxes: [] }];
}

/**
 * Returns the goods of an order of imports without VAT and shipping. Of several rates nothing says which part is the
 * goods'.
 */
function goodsOf(amount: AmountIn, taxes: readonly StatedTax[], duty: Exact): Exact | null {
  const [tax, ...others] = taxes;
  if (others.length > 0) return null;
  const prices = sumExact([amount("Subtotal"), amount("Shipping")]);
  const isWithVat = isZero(minus(minus(amount("Total"), duty), prices));
  return timesExact(amount("Subtotal"), 10_000, 10_000 + (isWithVat ? (tax?.rate_bps ?? 0) : 0));
}

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

type AmountIn = (column: string) => Exact;

function amountIn(order: TableRecord): AmountIn {
  const currency = order.cell("Currency");
  // The fault lies in this column, and not in that of the first amount.
  exactOf("0", currency, "Currency");
  return (column) => exactOf(order.cell(column) || "0", currency, column);
}

/**
 * Returns the taxes of an order, such as "FR TVA 20%", or "TVA 20%" in older exports: at most five, each with a name
 * and an amount.
 */
function taxesOf(order: TableRecord, amount: AmountIn): readonly StatedTax[] {
  return [1, 2, 3, 4, 5]
    .map((n) => ({ name: order.cell(`Tax ${n} Name`), vat: amount(`Tax ${n} Value`) }))
    .filter(({ vat }) => !isZero(vat))
    .map(({ name, vat }) => {
      const percent = /([\d.,]+)\s*%/.exec(name)?.[1];
      return {
        id: name,
        rate_bps:
          percent === undefined ? undefined : orNone(() => rateBpsOf(percent, "percent", "Taxes")),
        amount: vat,
        country: otherCountryIn(name, addressOf(order).country.trim()),
      };
    });
}

/**
 * Returns the net amount. The file does not say if prices include VAT, so the total decides; undefined if neither
 * reading adds up.
 */
function netOf(amount: AmountIn, duty: Exact): Exact | undefined {
  const prices = sumExact([amount("Subtotal"), amount("Shipping")]);
  const total = minus(amount("Total"), duty);
  const isSum = [prices, sumExact([prices, amount("Taxes")])].some((sum) =>
    isZero(minus(total, sum)),
  );
  return isSum ? minus(total, amount("Taxes")) : undefined;
}

/** Returns the number that the shop's owner knows, such as #1001; the id is internal. */
const shopifyOrderName = (order: TableRecord): string => order.cell("Name");

const shopifyAmount = (order: TableRecord): RowAmount => ({
  country: addressOf(order).country,
  currency: order.cell("Currency"),
  ...(order.cell("Total") !== "" && {
    gross: () => minorUnitsOf(order.cell("Total"), order.cell("Currency"), "Total"),
  }),
});

const ShopifyCsvSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    supply_kind: ShopOrImportKind.default("goods"),
    dispatch_country: DispatchCountry,
    establishment_country: EstablishmentCountry,
    ...importSchemeSettings,
    rates_in_both: RatesInBoth,
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
