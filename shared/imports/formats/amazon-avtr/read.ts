import * as z from "zod";
import { CONSIGNED_KIND } from "../../../vat/schemes/consignment-value.ts";
import type { TableRecord } from "../../files/csv-record.ts";
import { linkedByRate, type UnlinkedEvents } from "../by-rate.ts";
import { homeFields, homeSaleLeftOut, homeSaleRemarks } from "../home-sale.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  consignmentLeftOut,
  consignmentsOf,
  type GoodsValue,
  importSchemeSettings,
} from "../import-scheme.ts";
import {
  type Correction,
  event,
  excluded,
  type ImportedEvent,
  originalPart,
  orRejected,
  type ReadRow,
  RowError,
  type RowOutcome,
  rejected,
  unresolved,
} from "../outcome.ts";
import { dayIn, minorUnitsOf, rateBpsOf } from "../parse-values.ts";
import { AVTR_FILE } from "../recognise.ts";
import { naturalKey, type RowAmount } from "../row-facts.ts";
import { SourceId } from "../settings.ts";
import {
  type AddressPlace,
  categoryOf,
  destinationLeftOut,
  originLeftOut,
  placeOfAddress,
  recordFields,
} from "../shop-rules.ts";
import { isRowOfHome } from "./home-rows.ts";
import { isMovement, movementRow } from "./movements.ts";

/** Item, shipping and gift wrap: each has its own rate, and a total that includes promotions. */
const AVTR_PARTS = [
  {
    suffix: "item",
    net: "TOTAL_PRICE_OF_ITEMS_AMT_VAT_EXCL",
    vat: "TOTAL_PRICE_OF_ITEMS_VAT_AMT",
    rate: "PRICE_OF_ITEMS_VAT_RATE_PERCENT",
  },
  {
    suffix: "ship",
    net: "TOTAL_SHIP_CHARGE_AMT_VAT_EXCL",
    vat: "TOTAL_SHIP_CHARGE_VAT_AMT",
    rate: "SHIP_CHARGE_VAT_RATE_PERCENT",
  },
  {
    suffix: "gift",
    net: "TOTAL_GIFT_WRAP_AMT_VAT_EXCL",
    vat: "TOTAL_GIFT_WRAP_VAT_AMT",
    rate: "GIFT_WRAP_VAT_RATE_PERCENT",
  },
] as const;

/** Transaction types without a sale: stock movements, and internal records of the channel. */
const MOVEMENT = /^(?:FC_TRANSFER|INBOUND|COMMINGLING_\w+|LIQUIDATION_\w+|DONATION)$/;

/** Schemes in which the platform is the deemed supplier, or collects the VAT of a third country. */
const BY_MARKETPLACE = /^(?:DEEMED_RESELLER.*|UK_VOEC.*|CH_VOEC|NO_VOEC)$/;

/** Returns the outcome of a row without a payment. */
function withoutMoney(row: TableRecord): RowOutcome | undefined {
  const type = row.cell("TRANSACTION_TYPE");
  if (row.cell("SALES_CHANNEL") === "AMAZON_FEE") return excluded("channel_fee");
  if (MOVEMENT.test(type) || row.cell("TAX_REPORTING_SCHEME") === "COMMINGLE_VAT") {
    return excluded("stock_movement");
  }
  if (type === "RETURN") return excluded("goods_return_without_money");
  if (type === "SALE" || type === "REFUND") return incomplete(row);
  throw new RowError(
    "unknown_transaction_type",
    "TRANSACTION_TYPE",
    `"${type}" is no type of transaction that is known here.`,
  );
}

/** Returns the outcome of an incomplete last row, which looks like one of another scheme, or without a place. */
function incomplete(row: TableRecord): RowOutcome | undefined {
  const hasPlace = row.cell("SALE_ARRIVAL_COUNTRY") !== "";
  const hasVat = row.cell("TOTAL_ACTIVITY_VALUE_VAT_AMT") !== "";
  if (row.isOpenEnd && row.cell("TAX_REPORTING_SCHEME") === "" && (hasVat || !hasPlace)) {
    const message = "The file ends in the middle of this row: download it again.";
    return rejected({ reason: "row_cut_off", column: "TAX_REPORTING_SCHEME", message });
  }
  if (hasPlace) return undefined;
  const message = "The row does not say where the goods went.";
  return rejected({ reason: "missing_value", column: "SALE_ARRIVAL_COUNTRY", message });
}

type Journey = { readonly from: AddressPlace; readonly to: AddressPlace };

/** Returns the first reason why a sale or refund makes no event. */
function notInScheme(
  row: TableRecord,
  { from, to }: Journey,
  settings: AvtrSettings,
): RowOutcome | undefined {
  const scheme = row.cell("TAX_REPORTING_SCHEME");
  if (row.cell("TAX_COLLECTION_RESPONSIBILITY") === "MARKETPLACE" || BY_MARKETPLACE.test(scheme)) {
    return excluded("deemed_by_marketplace");
  }
  if (isImportRow(row) && !settings.one_order_is_one_consignment) {
    return unresolved("consignment_value_missing");
  }
  const isExport = row.cell("EXPORT_OUTSIDE_EU") === "YES";
  const leftOut = destinationLeftOut(to, "SALE_ARRIVAL_COUNTRY", isExport);
  if (leftOut) return leftOut;
  const vat = row.cell("TOTAL_ACTIVITY_VALUE_VAT_AMT");
  if (vat === "") {
    const message = "The row has no VAT: Amazon's VAT calculation service was off.";
    return rejected({
      reason: "vat_not_calculated",
      column: "TOTAL_ACTIVITY_VALUE_VAT_AMT",
      message,
    });
  }
  const isUntaxed = Number(vat) === 0;
  if (isUntaxed && row.cell("BUYER_VAT_NUMBER_COUNTRY") !== "") return excluded("b2b_customer");
  if (isImportRow(row)) return importLeftOut(row, from, settings);
  const isInScheme = scheme === "UNION-OSS";
  return (
    originLeftOut(from, "SALE_DEPART_COUNTRY", isInScheme) ??
    (isInScheme ? undefined : outsideScheme(row, { from, to }, settings))
  );
}

/** True for a sale of the seller's own import scheme. */
const isImportRow = (row: TableRecord): boolean =>
  row.cell("TAX_REPORTING_SCHEME") === "IMPORT-OSS";

/**
 * Returns why a row of imports makes no event. The EUR 150 are those of the whole order, whose rows only the ledger has
 * together.
 */
function importLeftOut(
  row: TableRecord,
  from: AddressPlace,
  settings: AvtrSettings,
): RowOutcome | undefined {
  if (!from.isKnown) return unresolved("country_missing", { column: "SALE_DEPART_COUNTRY" });
  if (from.state !== undefined) {
    const message = "Goods from a Member State are no imports.";
    return rejected({ reason: "invalid_value", column: "SALE_DEPART_COUNTRY", message });
  }
  const left = consignmentLeftOut({ ...goodsOf(row), value: 0 }, settings);
  if (left) return left;
  return Number(row.cell("TOTAL_ACTIVITY_VALUE_VAT_AMT")) === 0
    ? unresolved("no_vat_charged")
    : undefined;
}

/** Returns the goods of a row without VAT, shipping and gift wrap. */
const goodsOf = (row: TableRecord): GoodsValue => {
  const column = "TOTAL_PRICE_OF_ITEMS_AMT_VAT_EXCL";
  const currency = row.cell("TRANSACTION_CURRENCY_CODE");
  return {
    day: soldDay(row),
    currency,
    value: minorUnitsOf(row.cell(column) || "0", currency, column),
  };
};

function outsideScheme(
  row: TableRecord,
  { from, to }: Journey,
  { supply_kind: kind, seller }: AvtrSettings,
): RowOutcome | undefined {
  if (from.state === to.state) return excluded("domestic_goods");
  if (!isRowOfHome(row, from)) return excluded("not_under_union_scheme");
  const isBusiness = row.cell("BUYER_VAT_NUMBER_COUNTRY") !== "";
  const column = "TAXABLE_JURISDICTION";
  const places = { from: from.state, to: to.state };
  return homeSaleLeftOut({ kind, day: soldDay(row), ...places, isBusiness, seller, column });
}

const FORMS = ["DD-MM-YYYY", "DD/MM/YYYY", "YYYY-MM-DD"] as const;

/** Reads a row of the report: a sale, a refund that needs its sale, or the reason why it is neither. */
function readAvtr(row: TableRecord, settings: AvtrSettings): readonly ReadRow[] {
  const outcome = orRejected(() => outcomeOf(row, settings));
  if (isMovement(row, outcome)) return [movementRow(row, outcome, settings)];
  if (outcome.outcome !== "event") return [{ at: row.at, outcome }];
  const original = { parts: outcome.events.map((event) => originalPart(event)) };
  return [{ at: row.at, outcome, original: { key: linkKey(row), original } }];
}

/**
 * Returns the key by which a refund finds its sale. A refund repeats the order, the article and the day on which the
 * tax of the sale was calculated.
 */
function linkKey(row: TableRecord): string {
  return `${row.cell("TRANSACTION_EVENT_ID")}#${row.cell("SELLER_SKU")}#${soldDay(row)}`;
}

const soldDay = (row: TableRecord) =>
  dayIn(
    row.cell("TAX_CALCULATION_DATE") || row.cell("TRANSACTION_COMPLETE_DATE"),
    FORMS,
    "TAX_CALCULATION_DATE",
  );

function outcomeOf(
  row: TableRecord,
  settings: AvtrSettings,
): RowOutcome | Correction<UnlinkedEvents> {
  if (row.width > row.header.names.length) {
    throw new RowError("wrong_number_of_cells", "", "The row has more cells than the header.");
  }
  const still = withoutMoney(row);
  if (still) return still;
  const soldOn = soldDay(row);
  const from = placeOfAddress(
    row.cell("SALE_DEPART_COUNTRY"),
    row.cell("DEPARTURE_POST_CODE"),
    soldOn,
    "goods",
  );
  const to = placeOfAddress(
    row.cell("SALE_ARRIVAL_COUNTRY"),
    row.cell("ARRIVAL_POST_CODE"),
    soldOn,
    "goods",
  );
  const reason = notInScheme(row, { from, to }, settings);
  if (reason) return reason;
  const events = eventsOf(row, settings, { from, to }, soldOn);
  const isOfHome = isRowOfHome(row, from);
  if (isSaleRow(row)) {
    return event(events, isOfHome ? homeSaleRemarks(soldOn, settings.seller) : []);
  }
  const details = {
    order: row.cell("TRANSACTION_EVENT_ID"),
    sku: row.cell("SELLER_SKU"),
    original_date: soldOn,
  };
  return {
    outcome: "correction",
    original_key: linkKey(row),
    draft: { events, isOfHome },
    details,
  };
}

const isSaleRow = (row: TableRecord): boolean => row.cell("TRANSACTION_TYPE") === "SALE";

/** Returns the day of a row's supply. A refund counts on the day on which it was made. */
function avtrDay(row: TableRecord, settings: AvtrSettings): ReturnType<typeof dayIn> {
  const column = isSaleRow(row) ? settings.date_column : "TRANSACTION_COMPLETE_DATE";
  return dayIn(row.cell(column), FORMS, column);
}

function eventsOf(
  row: TableRecord,
  settings: AvtrSettings,
  { from, to }: Journey,
  soldOn: ReturnType<typeof dayIn>,
): ImportedEvent[] {
  const isSale = isSaleRow(row);
  const order = row.cell("TRANSACTION_EVENT_ID");
  const isOfHome = isRowOfHome(row, from);
  const taxedIn = (isOfHome ? from : to).state ?? "";
  const names = [order, row.cell("ACTIVITY_TRANSACTION_ID"), row.cell("SELLER_SKU")] as const;
  return amountsOf(row).map(({ net, vat, vat_rate_bps, suffix }) => ({
    event_id: naturalKey(settings.source_id, ...names, ...(suffix ? [suffix] : [])),
    event_type: isSale ? "sale" : "refund",
    supply_date: avtrDay(row, settings),
    ...originIn(row, from, settings),
    consumption_country: to.state,
    currency: row.cell("TRANSACTION_CURRENCY_CODE"),
    taxable_amount_minor: isSale ? net : negated(net),
    vat_amount_minor: isSale ? vat : negated(vat),
    vat_rate_bps,
    rate_category: categoryOf(vat_rate_bps, taxedIn, soldOn, settings.rates),
    ...(isSale && isOfHome && homeFields(from.state)),
    ...consignmentIn(row, suffix, settings),
    // The quantity is that of the article, so shipping and gift wrap have none.
    ...recordFields(
      suffix === undefined || suffix === "item" ? row.cell("QTY") : "",
      row.cell("VAT_INV_NUMBER"),
    ),
    source_id: settings.source_id,
    transaction_id: order,
  }));
}

/** Returns the kind of a row's goods and where they come from. */
const originIn = (row: TableRecord, from: AddressPlace, { supply_kind }: AvtrSettings) =>
  isImportRow(row)
    ? {
        supply_kind: CONSIGNED_KIND,
        origin_country: row.cell("SALE_DEPART_COUNTRY").trim().toUpperCase(),
      }
    : { supply_kind, dispatch_country: from.state };

/** Returns the part of its order's consignment that a sale of imports is; shipping and gift wrap are none of its value. */
function consignmentIn(row: TableRecord, suffix: string | undefined, settings: AvtrSettings) {
  if (!isSaleRow(row) || !isImportRow(row)) return {};
  const goods = goodsOf(row);
  const part = suffix === undefined || suffix === "item" ? goods : { ...goods, value: 0 };
  const order = row.cell("TRANSACTION_EVENT_ID");
  return { consignment: consignmentsOf(settings.source_id, order, [part], settings)[0] };
}

/** Negates an amount without producing a negative zero. */
const negated = (amount: number): number => (amount === 0 ? 0 : -amount);

type PartAmounts = { net: number; vat: number; vat_rate_bps: number; suffix?: string };

/** Returns one amount, or one per part if item, shipping and gift wrap have different rates. */
function amountsOf(row: TableRecord): PartAmounts[] {
  const amount = (column: string) =>
    minorUnitsOf(row.cell(column) || "0", row.cell("TRANSACTION_CURRENCY_CODE"), column);
  const net = amount("TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL");
  const vat = amount("TOTAL_ACTIVITY_VALUE_VAT_AMT");
  const parts = AVTR_PARTS.filter(
    (part) => row.cell(part.rate) !== "" && amount(part.net) !== 0,
  ).map((part) => ({
    suffix: part.suffix,
    net: amount(part.net),
    vat: amount(part.vat),
    vat_rate_bps: rateBpsOf(row.cell(part.rate), "fraction", part.rate),
  }));
  if (new Set(parts.map(({ vat_rate_bps }) => vat_rate_bps)).size <= 1) {
    const column = "PRICE_OF_ITEMS_VAT_RATE_PERCENT";
    const vat_rate_bps = parts[0]?.vat_rate_bps ?? rateBpsOf(row.cell(column), "fraction", column);
    return [{ net, vat, vat_rate_bps }];
  }
  const sum = (field: "net" | "vat") => parts.reduce((total, part) => total + part[field], 0);
  if (sum("net") !== net || sum("vat") !== vat) {
    throw new RowError(
      "parts_do_not_add_up",
      "TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL",
      "Item, shipping and gift wrap have different rates and do not make up the total.",
    );
  }
  return parts;
}

const avtrOrder = (row: TableRecord): string => row.cell("TRANSACTION_EVENT_ID");

/** Returns the place of arrival and the amount with VAT; refunds are negative in the file. */
function avtrAmount(row: TableRecord): RowAmount {
  const currency = row.cell("TRANSACTION_CURRENCY_CODE");
  const columns = ["TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL", "TOTAL_ACTIVITY_VALUE_VAT_AMT"] as const;
  const hasAmount = row.cell(columns[0]) !== "";
  const amount = (column: string) => minorUnitsOf(row.cell(column) || "0", currency, column);
  return {
    country: row.cell("SALE_ARRIVAL_COUNTRY"),
    currency,
    ...(hasAmount && { gross: () => amount(columns[0]) + amount(columns[1]) }),
  };
}

export const AvtrSettings = z.strictObject({
  source_id: SourceId,
  supply_kind: z.literal("goods").default("goods"),
  date_column: z
    .enum(["TAX_CALCULATION_DATE", "TRANSACTION_COMPLETE_DATE", "TRANSACTION_DEPART_DATE"])
    .default("TAX_CALCULATION_DATE")
    .describe("Which day of a sale is its tax point; of a refund it is the day it was complete"),
  one_order_is_one_consignment: importSchemeSettings.one_order_is_one_consignment,
  customs_rates: importSchemeSettings.customs_rates,
});

export type AvtrSettings = WithRates<z.output<typeof AvtrSettings>>;

export const AMAZON_AVTR = importFormat<TableRecord, AvtrSettings, UnlinkedEvents>({
  isBeta: false,
  file: AVTR_FILE,
  settings: AvtrSettings,
  columns: ({ date_column }) => ({
    event_id: "TRANSACTION_EVENT_ID",
    transaction_id: "TRANSACTION_EVENT_ID",
    supply_date: date_column,
    dispatch_country: "SALE_DEPART_COUNTRY",
    consumption_country: "SALE_ARRIVAL_COUNTRY",
    currency: "TRANSACTION_CURRENCY_CODE",
    taxable_amount_minor: "TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL",
    vat_amount_minor: "TOTAL_ACTIVITY_VALUE_VAT_AMT",
    vat_rate_bps: "PRICE_OF_ITEMS_VAT_RATE_PERCENT",
  }),
  read: readAvtr,
  dayOf: avtrDay,
  orderOf: avtrOrder,
  amountOf: avtrAmount,
  resolve: linkedByRate,
});
