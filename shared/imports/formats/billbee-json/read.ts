import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import { type Exact, ZERO } from "../../../core/money/money.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import {
  exactOf,
  isZero,
  minus,
  negatedText,
  roughly,
  sumExact,
  textOfExact,
} from "../../orders/exact-amount.ts";
import { saleRow } from "../../orders/judge.ts";
import { judgeRefund } from "../../orders/judge-refund.ts";
import { linesBeside } from "../../orders/lines-beside.ts";
import type { StatedLine, StatedOrder, StatedRefund } from "../../orders/shop-order.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import { type Correction, orRejected, type ReadRow } from "../outcome.ts";
import { dayIn, parsedAs, valueAt } from "../parse-values.ts";
import { BILLBEE_FILE } from "../recognise.ts";
import { AmountText, amountAt, bpsOfPercent, TextOrNone } from "../record-fields.ts";
import { orderSettings, originFaults } from "../settings.ts";
import { type OrderEdit, originLeftOut, placeOfAddress, utcText } from "../shop-rules.ts";

const Id = z.union([z.int(), z.string().min(1).max(60)]).transform(String);
const Amount = AmountText.nullish().transform((amount) => amount ?? "0");
const Address = z.object({ CountryISO2: TextOrNone, Zip: TextOrNone }).nullish();
const Item = z.object({
  BillbeeId: Id.nullish(),
  Product: z.object({ Title: TextOrNone }).nullish(),
  TotalPrice: AmountText,
  TaxAmount: Amount,
  TaxIndex: z.int().nullish(),
  IsCoupon: z.boolean().nullish(),
});

/** The fields that are read of an order. Prices have their VAT in them. */
const BillbeeOrder = z.object({
  BillBeeOrderId: Id,
  ApiAccountId: Id.nullish(),
  Id: Id.nullish(),
  IsCancelationFor: TextOrNone,
  State: z.int(),
  VatMode: z.int().nullish(),
  CreatedAt: z.string(),
  PayedAt: z.string().nullable().optional(),
  ShippedAt: z.string().nullish(),
  PaidAmount: Amount,
  Currency: z.string(),
  TaxRate1: z.number().nullish(),
  TaxRate2: z.number().nullish(),
  ShippingCost: Amount,
  AdjustmentCost: Amount,
  TotalCost: AmountText,
  CustomerVatId: TextOrNone,
  VatId: TextOrNone,
  DeliverySourceCountryCode: TextOrNone,
  Seller: z.object({ Platform: TextOrNone }).nullish(),
  ShippingAddress: Address,
  InvoiceAddress: Address,
  OrderItems: z.array(Item),
});

type BillbeeOrder = z.output<typeof BillbeeOrder>;

const COUNTRIES_ISO2 = ["ShippingAddress.CountryISO2", "InvoiceAddress.CountryISO2"];

/** The numbers of Billbee that decide something: states of orders, and the mode of a supply to a business. */
const [DELETED, CANCELLED, OFFERED, TO_BUSINESS] = [6, 8, 14, 2];

/** Returns the id of an order: that of its channel, whose cancellations name it, within its connection to Billbee. */
const idOf = (
  { ApiAccountId, BillBeeOrderId }: Pick<BillbeeOrder, "ApiAccountId" | "BillBeeOrderId">,
  id: string | null | undefined,
): string => (id ? `${ApiAccountId ? `${ApiAccountId}-` : ""}${id}` : BillBeeOrderId);

function readBillbee({ at, value }: JsonRecord, settings: BillbeeSettings): readonly ReadRow[] {
  const read = orRejected(() => rowOf(at, parsedAs(BillbeeOrder, value), settings));
  return ["at" in read ? read : { at, outcome: read }];
}

/** Reads an order, or a cancellation of one, which is a record of its own. Billbee knows where a marketplace dispatches from. */
function rowOf(at: string, order: BillbeeOrder, settings: BillbeeSettings): ReadRow {
  if (order.IsCancelationFor) return { at, outcome: cancellation(order, settings) };
  const code = settings.supply_kind === "goods" ? order.DeliverySourceCountryCode : "";
  if (code === "") return saleRow(at, () => statedBillbee(order, settings), settings);
  const from = placeOfAddress(code, "", dayOf(order.CreatedAt), "goods");
  const own = { ...settings, dispatch_country: from.state };
  const row = saleRow(at, () => statedBillbee(order, settings), own);
  // Only what would be booked asks for more: an order that nobody owes may come from anywhere.
  const leftOut = originLeftOut(from, "DeliverySourceCountryCode", row.outcome.outcome === "event");
  return row.outcome.outcome === "event" && leftOut ? { at, outcome: leftOut } : row;
}

/** Billbee writes the time of the seller, without its zone. */
const dayOf = (text: string, column = "CreatedAt") => dayIn(text, ["day-and-time"], column);

function statedBillbee(order: BillbeeOrder, settings: BillbeeSettings): StatedOrder {
  const { State, CustomerVatId, VatId } = order;
  const address = order.ShippingAddress?.CountryISO2 ? order.ShippingAddress : order.InvoiceAddress;
  const lines = linesOf(order, settings);
  return {
    id: idOf(order, order.Id),
    currency: order.Currency,
    state: { [DELETED]: "deleted" as const, [OFFERED]: "draft" as const }[State],
    isCancelled: State === CANCELLED,
    ...paymentOf(order),
    channel: "web",
    place: {
      country: address?.CountryISO2 ?? "",
      postcode: address?.Zip ?? "",
      column: "ShippingAddress.CountryISO2",
      evidence: "delivery_address",
    },
    isBusiness: order.VatMode === TO_BUSINESS || CustomerVatId !== "" || VatId !== "",
    lines,
    totals: { gross: totalOf(order, lines) },
    step: 1,
    statesRates: true,
  };
}

function paymentOf({ PayedAt, PaidAmount, CreatedAt, ShippedAt }: BillbeeOrder) {
  const paid_on = PayedAt ? dayOf(PayedAt, "PayedAt") : undefined;
  const unpaid = Number(PaidAmount) > 0 ? "part" : "none";
  const stated = paid_on ? "full" : unpaid;
  return {
    payment: PayedAt === undefined ? "unknown" : stated,
    placed_on: paid_on ?? dayOf(CreatedAt),
    ...(paid_on && { paid_on }),
    ...(ShippedAt && { isDelivered: true, delivered_on: dayOf(ShippedAt, "ShippedAt") }),
  } as const;
}

/** Whether the total has the shipping in it is not documented, so the reading that is nearer to the lines is used. */
function totalOf(order: BillbeeOrder, lines: readonly StatedLine[]): Exact {
  const { Currency, TotalCost, ShippingCost } = order;
  const total = exactOf(TotalCost, Currency, "TotalCost");
  const sum = sumExact(lines.flatMap(({ net = ZERO, taxes: [tax] }) => [net, tax?.amount ?? ZERO]));
  const withShipping = sumExact([total, exactOf(ShippingCost, Currency, "ShippingCost")]);
  const distance = (from: Exact) => Math.abs(roughly(minus(from, sum)));
  return distance(withShipping) < distance(total) ? withShipping : total;
}

/** Returns the lines of an order. Prices have the VAT in them, unless the order has another mode than that of VAT. */
function linesOf(order: BillbeeOrder, settings: BillbeeSettings): readonly StatedLine[] {
  const { Currency, VatMode, TaxRate1, TaxRate2, ShippingCost, AdjustmentCost } = order;
  const exact = (text: string, column: string) => exactOf(text, Currency, column);
  const isByMarketplace = settings.deemed_channels.includes(order.Seller?.Platform ?? "");
  const rates = [undefined, TaxRate1, TaxRate2];
  const articles = order.OrderItems.map((item, n): StatedLine => {
    const amount = VatMode ? ZERO : exact(item.TaxAmount, "TaxAmount");
    const percent = rates[item.TaxIndex ?? 0] ?? undefined;
    const rate = percent
      ? { id: String(bpsOfPercent(percent)), rate_bps: bpsOfPercent(percent) }
      : {};
    return {
      id: item.BillbeeId ?? `article ${n + 1}`,
      name: item.Product?.Title,
      // A coupon of Billbee is a means of payment: a voucher of several purposes (Art. 30b(1)).
      role: item.IsCoupon ? "voucher_multi" : "article",
      supply_kind: settings.supply_kind,
      net: minus(exact(item.TotalPrice, "TotalPrice"), amount),
      taxes: isByMarketplace || !isZero(amount) ? [{ ...rate, amount, isByMarketplace }] : [],
    };
  });
  const shipping = ["shipping", exact(ShippingCost, "ShippingCost")] as const;
  const fee = ["fee", exact(AdjustmentCost, "AdjustmentCost")] as const;
  return [...articles, ...linesBeside(articles, [shipping, fee], settings.shipping_vat)];
}

/** States a cancellation by its lines, whatever their sign; where these are not known, by its amount. */
function cancellation(order: BillbeeOrder, settings: BillbeeSettings): Correction<StatedRefund> {
  const { BillBeeOrderId: id, Currency: currency, TotalCost, CreatedAt } = order;
  const cancelled = idOf(order, order.IsCancelationFor);
  const sold = linesOf(order, settings);
  const text = (amount: Exact = ZERO) => {
    const written = textOfExact(amount, currency);
    return Number(TotalCost) < 0 ? negatedText(written) : written;
  };
  const lines = sold.map(({ net, taxes: [tax] }) => ({
    ...{ net: text(net), vat: text(tax?.amount) },
    ...(tax?.id && { taxes: [{ id: tax.id, amount: text(tax.amount) }] }),
  }));
  const isKnown = sold.every(({ net }) => net !== undefined);
  const of = isKnown ? { lines } : { lines: [], amount: text(totalOf(order, sold)) };
  const draft = { id, order: cancelled, day: dayOf(CreatedAt), currency, ...of };
  return { outcome: "correction", original_key: cancelled, draft, details: { order: cancelled } };
}

const Edited = BillbeeOrder.pick({ BillBeeOrderId: true, ApiAccountId: true, Id: true });

/** Billbee writes no zone, so all instants of a seller are in one. */
function billbeeEdit({ value }: JsonRecord): OrderEdit | undefined {
  const { data } = Edited.extend({ LastModifiedAt: TextOrNone }).safeParse(value);
  const at = data?.LastModifiedAt;
  return data && { order_id: idOf(data, data.Id), modified_at: at ? utcText(`${at}Z`) : "" };
}

const BillbeeSettings = withRules(
  z.strictObject({
    ...orderSettings,
    shipping_vat: z
      .enum(["highest", "by_value"])
      .optional()
      .describe(
        "The rate of shipping beside articles of several rates: the highest, or each by its value",
      ),
    deemed_channels: z
      .array(z.string().min(1).max(60))
      .max(20)
      .default([])
      .describe(
        "The channels that declare the VAT themselves (Art. 14a), by their names in Billbee",
      ),
  }),
  ({ supply_kind = "goods", ...origin }) => originFaults([supply_kind], origin),
);

type BillbeeSettings = WithRates<z.output<typeof BillbeeSettings>>;

export const BILLBEE_JSON = importFormat<JsonRecord, BillbeeSettings, StatedRefund>({
  isBeta: true,
  file: BILLBEE_FILE,
  settings: BillbeeSettings,
  columns: {
    event_id: "BillBeeOrderId",
    transaction_id: "BillBeeOrderId",
    supply_date: "PayedAt",
    consumption_country: "CountryISO2",
    currency: "Currency",
    taxable_amount_minor: "TotalPrice",
    vat_amount_minor: "TaxAmount",
    vat_rate_bps: "TaxRate1",
    payments: "TotalCost",
  },
  read: readBillbee,
  dayOf: ({ value }) => dayOf(String(valueAt(value, "PayedAt") || valueAt(value, "CreatedAt"))),
  orderOf: ({ value }) => valueAt(value, "OrderNumber") || valueAt(value, "BillBeeOrderId"),
  editOf: billbeeEdit,
  isOrderIdInternal: true,
  amountOf: ({ value }) => amountAt(value, COUNTRIES_ISO2, "Currency", "TotalCost"),
  resolve: ({ draft }, original, settings, { country } = {}) =>
    judgeRefund({ country, ...draft }, original, settings),
});
