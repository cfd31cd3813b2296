import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import type { Exact } from "../../../core/money/money.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { exactOf, isZero, minus, sumExact, textOfExact } from "../../orders/exact-amount.ts";
import { saleRow } from "../../orders/judge.ts";
import { judgeRefund } from "../../orders/judge-refund.ts";
import type { StatedLine, StatedOrder, StatedRefund, StatedTax } from "../../orders/shop-order.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import {
  type Correction,
  excluded,
  orRejected,
  type ReadRow,
  type RowOutcome,
} from "../outcome.ts";
import { dayOfInstant, parsedAs, valueAt } from "../parse-values.ts";
import { MAGENTO_FILE } from "../recognise.ts";
import { AmountText, amountAt, bpsOfPercent, listOrNone, TextOrNone } from "../record-fields.ts";
import { DownloadKind, OrderTimeZone, orderSettings, originFaults } from "../settings.ts";
import { magentoOrderEdit } from "../shop-rules.ts";

/** Magento leaves out what is null. */
const Amount = AmountText.nullish().transform((amount) => amount ?? "0");
const Id = z.int().transform(String);

/** Prices without VAT, before a discount. Of a discount on prices with VAT, the compensation is the VAT in it. */
const Row = z.object({
  row_total: Amount,
  discount_amount: Amount,
  discount_tax_compensation_amount: Amount,
  tax_amount: Amount,
});
const Item = Row.extend({
  item_id: Id,
  parent_item_id: Id.nullish(),
  product_type: TextOrNone,
  name: z.string().nullish(),
  tax_percent: z.number().nullish(),
});
const Shipping = {
  shipping_amount: Amount,
  shipping_discount_amount: Amount,
  shipping_discount_tax_compensation_amount: Amount,
  shipping_tax_amount: Amount,
};
const Address = z
  .object({ country_id: TextOrNone, postcode: TextOrNone, vat_id: TextOrNone })
  .nullish();
const Assigned = z.object({ address: Address, method: TextOrNone }).nullish();
const AppliedTaxes = z.object({
  type: z.string(),
  item_id: Id.nullish(),
  applied_taxes: listOrNone(z.object({ percent: z.number(), amount: AmountText })),
});

const Document = z.object({
  entity_id: Id,
  created_at: z.string(),
  order_currency_code: z.string(),
  grand_total: AmountText,
  ...Shipping,
});

const MagentoOrder = Document.extend({
  state: z.string(),
  tax_amount: Amount,
  total_paid: Amount,
  total_refunded: Amount,
  customer_taxvat: TextOrNone,
  billing_address: Address,
  items: z.array(Item),
  extension_attributes: z.object({
    shipping_assignments: listOrNone(z.object({ shipping: Assigned })),
    item_applied_taxes: listOrNone(AppliedTaxes),
    // Means of payment of Adobe Commerce, which are not in the total.
    gift_cards_amount: Amount,
    customer_balance_amount: Amount,
  }),
});

const CreditMemo = Document.extend({
  order_id: Id,
  state: z.int().nullish(),
  items: listOrNone(Row.extend({ order_item_id: Id })),
});

type MagentoOrder = z.output<typeof MagentoOrder>;
type CreditMemo = z.output<typeof CreditMemo>;
type Credit = Correction<StatedRefund>;

const isMemo = (value: unknown): boolean => valueAt(value, "order_id") !== undefined;

/** Reads an order, or a credit memo that needs its order; both may be in one file or in two. */
function readMagento({ at, value }: JsonRecord, settings: MagentoSettings): readonly ReadRow[] {
  if (isMemo(value)) {
    return [{ at, outcome: orRejected(() => memoOutcome(parsedAs(CreditMemo, value), settings)) }];
  }
  return [saleRow(at, () => statedMagento(parsedAs(MagentoOrder, value), settings), settings)];
}

/** Magento writes UTC without a zone. */
const magentoDay = (text: string, { time_zone }: { readonly time_zone: string }) =>
  dayOfInstant(`${text}Z`, time_zone, "created_at");

function statedMagento(order: MagentoOrder, settings: MagentoSettings): StatedOrder {
  const { order_currency_code: currency, extension_attributes, billing_address } = order;
  const exact = (text: string) => exactOf(text, currency, "grand_total");
  const { gift_cards_amount, customer_balance_amount } = extension_attributes;
  const shipping = extension_attributes.shipping_assignments[0]?.shipping;
  const address = shipping?.address ?? billing_address;
  const numbers = [order.customer_taxvat, billing_address?.vat_id, shipping?.address?.vat_id];
  return {
    id: order.entity_id,
    currency,
    isCancelled: order.state === "canceled",
    ...paymentOf(order),
    placed_on: magentoDay(order.created_at, settings),
    channel: shipping?.method === "instore_pickup" ? "pickup" : "web",
    place: {
      country: address?.country_id ?? "",
      postcode: address?.postcode ?? "",
      column: "shipping.address.country_id",
      evidence: shipping?.address ? "delivery_address" : "billing_address",
    },
    isBusiness: numbers.some((number) => number?.trim()),
    lines: linesOf(order, settings),
    totals: {
      gross: sumExact([order.grand_total, gift_cards_amount, customer_balance_amount].map(exact)),
      vat: exact(order.tax_amount),
    },
    step: 1,
    statesRates: true,
  };
}

function paymentOf(order: MagentoOrder) {
  const [paid, back] = [Number(order.total_paid), Number(order.total_refunded)];
  const unpaid = paid > 0 ? "part" : "none";
  return {
    payment: paid >= Number(order.grand_total) ? "full" : unpaid,
    given_back: back > 0 ? (back >= paid ? "all" : "part") : undefined,
    isDelivered: order.state === "complete",
  } as const;
}

function netOf(row: z.output<typeof Row>, exact: (text: string) => Exact): Exact {
  const paid = minus(exact(row.row_total), exact(row.discount_amount));
  return sumExact([paid, exact(row.discount_tax_compensation_amount)]);
}

const shippingItem = (of: z.output<typeof Document>): z.output<typeof Item> => ({
  item_id: "shipping",
  product_type: "",
  row_total: of.shipping_amount,
  discount_amount: of.shipping_discount_amount,
  discount_tax_compensation_amount: of.shipping_discount_tax_compensation_amount,
  tax_amount: of.shipping_tax_amount,
});

/** Returns the lines of an order. A bundle is priced by its parts or by itself; of other articles the parent has the price. */
function linesOf(order: MagentoOrder, settings: MagentoSettings): readonly StatedLine[] {
  const { supply_kind, download_kind } = settings;
  const exact = (text: string) => exactOf(text, order.order_currency_code, "row_total");
  const priced = order.items.filter(({ row_total }) => Number(row_total) !== 0);
  const parents = priced.map(({ parent_item_id }) => parent_item_id);
  const items = priced.filter(({ item_id }) => !parents.includes(item_id));
  return [...items, shippingItem(order)].map(
    (item): StatedLine => ({
      id: item.item_id,
      name: item.name ?? undefined,
      role: item.item_id === "shipping" ? "shipping" : "article",
      supply_kind: item.product_type === "downloadable" ? download_kind : supply_kind,
      net: netOf(item, exact),
      taxes: taxesOf(item, order, exact),
    }),
  );
}

/** Returns the taxes of a line. Of a single one the line has the amount; without any, the rate may not be stated. */
function taxesOf(
  { item_id, tax_percent, tax_amount }: z.output<typeof Item>,
  { extension_attributes }: MagentoOrder,
  exact: (text: string) => Exact,
): readonly StatedTax[] {
  const applied = extension_attributes.item_applied_taxes
    .filter((taxes) => (taxes.type === "shipping" ? taxes.type : taxes.item_id) === item_id)
    .flatMap(({ applied_taxes }) => applied_taxes);
  const total = exact(tax_amount);
  const own = tax_percent ? [{ percent: tax_percent, amount: tax_amount }] : [];
  const taxes = applied.length > 0 ? applied : own;
  if (taxes.length === 0) return isZero(total) ? [] : [{ amount: total }];
  return taxes.map(({ percent, amount }) => ({
    id: String(percent),
    rate_bps: bpsOfPercent(percent),
    amount: taxes.length === 1 ? total : exact(amount),
  }));
}

/** Reads a credit memo, unless it was cancelled (3). Its total has adjustments in it, whose VAT nothing states. */
function memoOutcome(memo: CreditMemo, settings: MagentoSettings): RowOutcome | Credit {
  if (memo.state === 3) return excluded("voided");
  const { entity_id: id, order_id: order, order_currency_code: currency } = memo;
  const exact = (text: string) => exactOf(text, currency, "row_total");
  const shipping = { ...shippingItem(memo), order_item_id: "shipping" };
  const lines = [...memo.items, shipping].map((row) => ({
    line: row.order_item_id,
    net: textOfExact(netOf(row, exact), currency),
    vat: row.tax_amount,
  }));
  const day = magentoDay(memo.created_at, settings);
  const draft = { id, order, day, currency, lines, amount: memo.grand_total };
  return { outcome: "correction", original_key: order, draft, details: { order } };
}

const MagentoSettings = withRules(
  z.strictObject({ ...orderSettings, time_zone: OrderTimeZone, download_kind: DownloadKind }),
  ({ supply_kind = "goods", ...origin }) => originFaults([supply_kind], origin),
);

type MagentoSettings = WithRates<z.output<typeof MagentoSettings>>;

const SHIPPED_TO = "extension_attributes.shipping_assignments.0.shipping.address.country_id";
const PLACES = [SHIPPED_TO, "billing_address.country_id"];

export const MAGENTO_JSON = importFormat<JsonRecord, MagentoSettings, StatedRefund>({
  isBeta: true,
  file: MAGENTO_FILE,
  settings: MagentoSettings,
  columns: {
    event_id: "entity_id",
    transaction_id: "entity_id",
    supply_date: "created_at",
    consumption_country: "country_id",
    currency: "order_currency_code",
    taxable_amount_minor: "row_total",
    vat_amount_minor: "tax_amount",
    vat_rate_bps: "tax_percent",
  },
  read: readMagento,
  dayOf: ({ value }, settings) => magentoDay(String(valueAt(value, "created_at")), settings),
  orderOf: ({ value }) => valueAt(value, isMemo(value) ? "order_id" : "increment_id"),
  editOf: (record) => (isMemo(record.value) ? undefined : magentoOrderEdit(record)),
  isOrderIdInternal: true,
  amountOf: ({ value }) => amountAt(value, PLACES, "order_currency_code", "grand_total"),
  resolve: ({ draft }, original, settings, { country } = {}) =>
    judgeRefund({ country, ...draft }, original, settings),
});
