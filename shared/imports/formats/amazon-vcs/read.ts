import * as z from "zod";
import type { TableRecord } from "../../files/csv-record.ts";
import { homeFields, homeSaleLeftOut, homeSaleRemarks } from "../home-sale.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  event,
  excluded,
  type ImportedEvent,
  orRejected,
  type ReadRow,
  RowError,
  type RowOutcome,
  rejected,
  rejectOtherWidth,
} from "../outcome.ts";
import { dayIn, minorUnitsOf, rateBpsOf } from "../parse-values.ts";
import { VCS_FILE } from "../recognise.ts";
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

/** The columns of the net amount: each price and each promotion is signed, and promotions are added. */
const VCS_NET = ["OUR_PRICE", "SHIPPING", "GIFTWRAP"].flatMap((part) => [
  `${part} Tax Exclusive Selling Price`,
  `${part} Tax Exclusive Promo Amount`,
]);

const VCS_VAT = ["OUR_PRICE", "SHIPPING", "GIFTWRAP"].flatMap((part) => [
  `${part} Tax Amount`,
  `${part} Tax Amount Promo`,
]);

const FORMS = ["DD-Mon-YYYY", "YYYY-MM-DD"] as const;

/** Reads a row of the report. A refund names the shipment, and so the id of its sale. */
const readVcs = (row: TableRecord, settings: VcsSettings): readonly ReadRow[] => [
  { at: row.at, outcome: orRejected(() => outcomeOf(row, settings)) },
];

const isSaleRow = (row: TableRecord): boolean => row.cell("Transaction Type") === "SHIPMENT";

/** Returns the day of a row's supply. A refund counts on the day of its own shipment row. */
function vcsDay(row: TableRecord): ReturnType<typeof dayIn> {
  const column = isSaleRow(row) ? "Tax Calculation Date" : "Shipment Date";
  return dayIn(row.cell(column), FORMS, column);
}

function outcomeOf(row: TableRecord, settings: VcsSettings): RowOutcome {
  rejectOtherWidth(row);
  const isSale = isSaleRow(row);
  if (!isSale && !["REFUND", "RETURN"].includes(row.cell("Transaction Type"))) {
    const message = `"${row.cell("Transaction Type")}" is no type of transaction that is known here.`;
    throw new RowError("unknown_transaction_type", "Transaction Type", message);
  }
  const soldOn = dayIn(row.cell("Tax Calculation Date"), FORMS, "Tax Calculation Date");
  const { from, to } = journeyOf(row, soldOn);
  const reason = notUnionScheme(row, { from, to }, settings);
  if (reason) return reason;
  const isOfHome = isRowOfHome(row);
  const taxedIn = (isOfHome ? from : to).state ?? "";
  const vat_rate_bps = rateBpsOf(row.cell("Tax Rate"), "fraction", "Tax Rate");
  const idBy = (name: string) =>
    naturalKey(settings.source_id, row.cell("Order ID"), row.cell(name), row.cell("SKU"));
  const sign = isSale ? 1 : -1;
  const sold: ImportedEvent = {
    event_id: idBy("Transaction ID"),
    event_type: isSale ? "sale" : "refund",
    ...(!isSale && { original_event_id: idBy("Shipment ID") }),
    supply_date: vcsDay(row),
    supply_kind: settings.supply_kind,
    dispatch_country: from.state,
    consumption_country: to.state,
    currency: row.cell("Currency"),
    taxable_amount_minor: sumOf(row, VCS_NET) * sign + 0,
    vat_amount_minor: sumOf(row, VCS_VAT) * sign + 0,
    vat_rate_bps,
    rate_category: categoryOf(vat_rate_bps, taxedIn, soldOn, settings.rates),
    ...(isSale && isOfHome && homeFields(from.state)),
    ...recordFields(row.cell("Quantity"), row.cell("VAT Invoice Number")),
    source_id: settings.source_id,
    transaction_id: row.cell("Order ID"),
  };
  return event([sold], isSale && isOfHome ? homeSaleRemarks(soldOn, settings.seller) : []);
}

type Journey = { readonly from: AddressPlace; readonly to: AddressPlace };

function journeyOf(row: TableRecord, soldOn: ReturnType<typeof dayIn>): Journey {
  const placeAt = (end: "From" | "To") =>
    placeOfAddress(
      row.cell(`Ship ${end} Country`),
      row.cell(`Ship ${end} Postal Code`),
      soldOn,
      "goods",
    );
  return { from: placeAt("From"), to: placeAt("To") };
}

/** Returns the first reason why a row makes no event. */
function notUnionScheme(
  row: TableRecord,
  { from, to }: Journey,
  settings: VcsSettings,
): RowOutcome | undefined {
  if (/^Correction(?:Reversal)?:/.test(row.cell("Transaction ID"))) {
    return excluded("invoice_reissued");
  }
  const scheme = row.cell("Tax Reporting Scheme");
  if (row.cell("Tax Collection Responsibility") !== "Seller" || scheme === "DEEMED_RESELLER") {
    return excluded("deemed_by_marketplace");
  }
  const isExport = row.cell("Export Outside EU").toLowerCase() === "true";
  const leftOut = destinationLeftOut(to, "Ship To Country", isExport);
  if (leftOut) return leftOut;
  if (row.cell("Tax Calculation Reason Code") === "NonTaxable") {
    const message = "Amazon has calculated no VAT for this row.";
    return rejected({
      reason: "vat_not_calculated",
      column: "Tax Calculation Reason Code",
      message,
    });
  }
  // National ids such as CitizenId belong to consumers.
  const isBusiness = row.cell("Buyer Tax Registration Type") === "VAT";
  if (isBusiness && Number(row.cell("Tax Rate")) === 0) return excluded("b2b_customer");
  const isInScheme = scheme === "VCS_EU_OSS";
  return (
    originLeftOut(from, "Ship From Country", isInScheme) ??
    (isInScheme ? undefined : outsideScheme(row, { from, to }, settings))
  );
}

function outsideScheme(
  row: TableRecord,
  { from, to }: Journey,
  { supply_kind: kind, seller }: VcsSettings,
): RowOutcome | undefined {
  if (from.state === to.state) return excluded("domestic_goods");
  if (!isRowOfHome(row)) return excluded("not_under_union_scheme");
  const day = dayIn(row.cell("Tax Calculation Date"), FORMS, "Tax Calculation Date");
  const isBusiness = row.cell("Buyer Tax Registration Type") === "VAT";
  const column = "Tax Address Role";
  return homeSaleLeftOut({ kind, day, from: from.state, to: to.state, isBusiness, seller, column });
}

/** True if the VAT is that of the state of dispatch. */
const isRowOfHome = (row: TableRecord): boolean =>
  row.cell("Tax Reporting Scheme") !== "VCS_EU_OSS" && row.cell("Tax Address Role") === "ShipFrom";

const sumOf = (row: TableRecord, columns: readonly string[]): number =>
  columns.reduce(
    (sum, column) => sum + minorUnitsOf(row.cell(column) || "0", row.cell("Currency"), column),
    0,
  );

const vcsOrder = (row: TableRecord): string => row.cell("Order ID");

/** Returns the place of arrival and the amount with VAT; refunds are negative in the file. */
const vcsAmount = (row: TableRecord): RowAmount => ({
  country: row.cell("Ship To Country"),
  currency: row.cell("Currency"),
  gross: () => sumOf(row, VCS_NET) + sumOf(row, VCS_VAT),
});

const VcsSettings = z.strictObject({
  source_id: SourceId,
  supply_kind: z.literal("goods").default("goods"),
});

type VcsSettings = WithRates<z.output<typeof VcsSettings>>;

export const AMAZON_VCS = importFormat<TableRecord, VcsSettings>({
  isBeta: false,
  file: VCS_FILE,
  settings: VcsSettings,
  columns: {
    event_id: "Transaction ID",
    transaction_id: "Order ID",
    supply_date: "Tax Calculation Date",
    currency: "Currency",
    taxable_amount_minor: "OUR_PRICE Tax Exclusive Selling Price",
    vat_amount_minor: "OUR_PRICE Tax Amount",
    vat_rate_bps: "Tax Rate",
  },
  read: readVcs,
  dayOf: vcsDay,
  orderOf: vcsOrder,
  amountOf: vcsAmount,
});
