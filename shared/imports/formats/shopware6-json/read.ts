import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { exactOf, minus, stepOf, sumExact } from "../../orders/exact-amount.ts";
import { judgeSale } from "../../orders/judge.ts";
import { judgeRefund } from "../../orders/judge-refund.ts";
import { judgedInTurn } from "../../orders/resolve-refunds.ts";
import type { StatedLine, StatedOrder, StatedRefund } from "../../orders/shop-order.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import { event, orRejected, type ReadRow } from "../outcome.ts";
import { dayOfInstant, parsedAs, valueAt } from "../parse-values.ts";
import { SHOPWARE_FILE } from "../recognise.ts";
import { AmountText, amountAt, bpsOfPercent, listOrNone, TextOrNone } from "../record-fields.ts";
import { DownloadKind, OrderTimeZone, orderSettings, originFaults } from "../settings.ts";
import { shopwareOrderEdit } from "../shop-rules.ts";

const Price = z.object({
  totalPrice: AmountText,
  calculatedTaxes: listOrNone(
    z.object({ tax: AmountText, taxRate: z.number(), price: AmountText }),
  ),
});
const State = z
  .object({ technicalName: z.string() })
  .nullish()
  .transform((state) => state?.technicalName ?? "");
const Address = z
  .object({ zipcode: TextOrNone, country: z.object({ iso: TextOrNone }).nullish() })
  .nullish();
const Refund = z.object({
  id: z.string(),
  createdAt: z.string(),
  stateMachineState: State,
  amount: Price,
});
const Capture = z.object({
  createdAt: z.string(),
  stateMachineState: State,
  refunds: listOrNone(Refund),
});
/** The fields that are read of an order of the Admin API. An association that was not asked for is null. */
const ShopwareOrder = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, "must be an id of Shopware"),
  orderDateTime: z.string(),
  currency: z.object({ isoCode: z.string() }),
  price: Price.extend({
    taxStatus: z.enum(["gross", "net", "tax-free"]),
    rawTotal: AmountText.nullish(),
  }),
  shippingCosts: Price,
  itemRounding: z.object({ decimals: z.int().min(0).max(6) }).nullish(),
  stateMachineState: State,
  billingAddress: Address,
  deliveries: z.array(z.object({ stateMachineState: State, shippingOrderAddress: Address })),
  orderCustomer: z.object({ vatIds: listOrNone(z.string()) }).nullish(),
  transactions: z
    .array(z.object({ stateMachineState: State, captures: listOrNone(Capture) }))
    .nullish(),
  lineItems: z.array(
    z.object({
      id: z.string(),
      label: z.string().nullish(),
      parentId: z.string().nullish(),
      price: Price,
      states: listOrNone(z.string()),
    }),
  ),
});

const Dated = ShopwareOrder.pick({ orderDateTime: true, transactions: true });

type ShopwareOrder = z.output<typeof ShopwareOrder>;

/** The states of a payment in which money came in. One that was given or charged back was paid first. */
const PAYMENTS: Readonly<Record<string, StatedOrder["payment"]>> = {
  paid: "full",
  refunded: "full",
  refunded_partially: "full",
  chargeback: "full",
  paid_partially: "part",
};

const isDone = ({ stateMachineState }: { readonly stateMachineState: string }): boolean =>
  stateMachineState === "completed";

const capturesOf = ({ transactions }: z.output<typeof Dated>) =>
  (transactions ?? []).flatMap(({ captures }) => captures);

const refundsOf = (order: ShopwareOrder) =>
  capturesOf(order).flatMap(({ refunds }) => refunds.filter(isDone));

/** Reads an order: its sale, and each of its refunds. */
function readShopware({ at, value }: JsonRecord, settings: ShopwareSettings): readonly ReadRow[] {
  const read = orRejected(() => {
    const order = parsedAs(ShopwareOrder, value);
    const stated = statedShopware(order, settings);
    return { order, stated, ...judgeSale(stated, settings) };
  });
  if (!("order" in read)) return [{ at, outcome: read }];
  const { order, stated, outcome, original } = read;
  const refunds = judgedInTurn(refundsOf(order), original, (refund, stands) =>
    judgeRefund(statedRefund(refund, order, stated, settings), stands, settings),
  ).map((judged, n) => ({ at: `${at}/refunds/${n}`, outcome: judged }));
  // Most plugins only set the state of the payment, which says neither when money went back nor how much.
  const isUntold = stated.given_back && refunds.length === 0 && outcome.outcome === "event";
  const remarked =
    isUntold && event(outcome.events, [...outcome.findings, "refund_not_importable"]);
  return [{ at, outcome: remarked || outcome }, ...refunds];
}

function statedShopware(order: ShopwareOrder, settings: ShopwareSettings): StatedOrder {
  const { id, price, deliveries, orderCustomer } = order;
  const currency = order.currency.isoCode;
  const exact = (text: string) => exactOf(text, currency, "price");
  const delivered = deliveries.find(({ shippingOrderAddress }) => shippingOrderAddress);
  const address = delivered?.shippingOrderAddress ?? order.billingAddress;
  return {
    id,
    currency,
    isCancelled: order.stateMachineState === "cancelled",
    given_back: givenBack(order),
    payment: paymentOf(order),
    ...daysOf(order, settings),
    isDelivered: deliveries.some(({ stateMachineState }) => stateMachineState === "shipped"),
    channel: "web",
    place: {
      country: address?.country?.iso ?? "",
      postcode: address?.zipcode ?? "",
      column: "deliveries.shippingOrderAddress.country.iso",
      evidence: delivered ? "delivery_address" : "billing_address",
    },
    isBusiness: Boolean(orderCustomer?.vatIds.some((number) => number.trim() !== "")),
    lines: linesOf(order, settings),
    totals: {
      gross: exact(price.rawTotal ?? price.totalPrice),
      vat: sumExact(price.calculatedTaxes.map(({ tax }) => exact(tax))),
    },
    step: stepOf([(0).toFixed(order.itemRounding?.decimals ?? 2)], currency),
    statesRates: true,
  };
}

/** An order may have several payments, of which one succeeded. Without the association nothing is known. */
function paymentOf({ transactions }: ShopwareOrder): StatedOrder["payment"] {
  if (!transactions) return "unknown";
  const found = transactions.map(({ stateMachineState }) => PAYMENTS[stateMachineState] ?? "none");
  return (["full", "part"] as const).find((payment) => found.includes(payment)) ?? "none";
}

/** The day is that of the first capture, where the plugin of the payment records captures. */
function daysOf(order: z.output<typeof Dated>, { time_zone }: Pick<ShopwareSettings, "time_zone">) {
  const [paid_on] = capturesOf(order)
    .filter(isDone)
    .map(({ createdAt }) => dayOfInstant(createdAt, time_zone, "transactions.captures.createdAt"))
    .sort();
  const ordered = dayOfInstant(order.orderDateTime, time_zone, "orderDateTime");
  return { placed_on: paid_on ?? ordered, ...(paid_on && { paid_on }) };
}

function givenBack(order: ShopwareOrder): StatedOrder["given_back"] {
  const states = (order.transactions ?? []).map((payment) => payment.stateMachineState);
  if (states.includes("refunded")) return "all";
  return states.includes("refunded_partially") || refundsOf(order).length > 0 ? "part" : undefined;
}

/** Returns the lines of an order. Those with a parent are in the price of that. */
function linesOf(
  order: ShopwareOrder,
  { supply_kind, download_kind }: ShopwareSettings,
): readonly StatedLine[] {
  const items = order.lineItems.filter(({ parentId }) => !parentId);
  const shipping = { id: "shipping", label: null, price: order.shippingCosts, states: [""] };
  return [...items, shipping].flatMap(({ id, label, price, states }) =>
    partsOf(id, price, order).map((part) => ({
      ...part,
      name: label ?? undefined,
      role: id === shipping.id ? "shipping" : "article",
      supply_kind: states.includes("is-download") ? download_kind : supply_kind,
    })),
  );
}

/** Returns a price by its rates: vouchers and shipping may have several. Only gross prices have the tax in them. */
function partsOf(id: string, amount: z.output<typeof Price>, { price, currency }: ShopwareOrder) {
  const exact = (text: string) => exactOf(text, currency.isoCode, "calculatedTaxes");
  const taxes = amount.calculatedTaxes;
  if (taxes.length === 0) return [{ id, net: exact(amount.totalPrice), taxes: [] }];
  return taxes.map(({ tax, taxRate, ...part }) => {
    const own = exact(taxes.length === 1 ? amount.totalPrice : part.price);
    return {
      id: taxes.length === 1 ? id : `${id} ${taxRate}`,
      net: price.taxStatus === "gross" ? minus(own, exact(tax)) : own,
      taxes: [{ id: String(taxRate), rate_bps: bpsOfPercent(taxRate), amount: exact(tax) }],
    };
  });
}

/** States a refund by its taxes; one without them is an amount alone. */
function statedRefund(
  { id, createdAt, amount: { totalPrice, calculatedTaxes } }: z.output<typeof Refund>,
  { price: { taxStatus } }: ShopwareOrder,
  { id: order, currency, place: { country } }: StatedOrder,
  { time_zone }: ShopwareSettings,
): StatedRefund {
  const day = dayOfInstant(createdAt, time_zone, "transactions.captures.refunds.createdAt");
  const lines = calculatedTaxes.map(({ tax, taxRate, price }) => ({
    net: taxStatus === "gross" ? (Number(price) - Number(tax)).toFixed(6) : price,
    vat: tax,
    taxes: [{ id: String(taxRate), amount: tax }],
  }));
  return {
    ...{ id, order, day, currency, country, lines },
    ...(lines.length === 0 && { amount: totalPrice }),
  };
}

const ShopwareSettings = withRules(
  z.strictObject({ ...orderSettings, time_zone: OrderTimeZone, download_kind: DownloadKind }),
  ({ supply_kind = "goods", ...origin }) => originFaults([supply_kind], origin),
);

const COUNTRIES = ["deliveries.0.shippingOrderAddress.country.iso", "billingAddress.country.iso"];

type ShopwareSettings = WithRates<z.output<typeof ShopwareSettings>>;

export const SHOPWARE6_JSON = importFormat<JsonRecord, ShopwareSettings>({
  isBeta: true,
  file: SHOPWARE_FILE,
  settings: ShopwareSettings,
  columns: {
    event_id: "id",
    transaction_id: "id",
    supply_date: "orderDateTime",
    consumption_country: "shippingOrderAddress",
    currency: "currency",
    taxable_amount_minor: "totalPrice",
    vat_amount_minor: "calculatedTaxes",
    vat_rate_bps: "taxRate",
    payments: "totalPrice",
  },
  read: readShopware,
  dayOf: ({ value }, settings) => daysOf(parsedAs(Dated, value), settings).placed_on,
  orderOf: ({ value }) => valueAt(value, "orderNumber"),
  editOf: shopwareOrderEdit,
  isOrderIdInternal: true,
  amountOf: ({ value }) => amountAt(value, COUNTRIES, "currency.isoCode", "price.totalPrice"),
});
