import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import { hasConsignment, isDutyOutside } from "../../../vat/schemes/consignment-value.ts";
import type { SupplyKind } from "../../../vat/schemes/supply-event.ts";
import type { JsonRecord } from "../../files/record.ts";
import { fitsRate } from "../by-rate.ts";
import { importFormat } from "../import-format.ts";
import {
  commonHsCode,
  consignmentLeftOut,
  consignmentsOf,
  importSchemeFaults,
  importSchemeSettings,
} from "../import-scheme.ts";
import {
  event,
  excluded,
  type ImportedEvent,
  orNone,
  orRejected,
  type ReadRow,
  type RowOutcome,
  unresolved,
} from "../outcome.ts";
import { dayIn } from "../parse-values.ts";
import type { Remark } from "../reasons.ts";
import { SHOPIFY_JSON_FILE } from "../recognise.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  homeOf,
  originFaults,
  originOf,
  ShopKind,
  ShopOrImportKind,
  SourceId,
} from "../settings.ts";
import { leftOutOfShop, placeOfAddress, shopEvent, shopifyOrderEdit } from "../shop-rules.ts";
import {
  currencyOf,
  dayOfOrder,
  minor,
  parsedOrder,
  type ShopifyLine,
  type ShopifyOrder,
  type ShopifyRefund,
  shopifyJsonAmount,
  shopifyJsonOrder,
  shopifyOrderDay,
} from "./documents.ts";

/** A line with its kind and rate; amounts in minor units of the buyer's currency. */
type TaxedLine = {
  readonly id: string;
  readonly kind: SupplyKind;
  readonly vat_rate_bps: number;
  readonly net: number;
  readonly vat: number;
  /** The part of `net` that the goods themselves cost: nothing of shipping. */
  readonly goods: number;
  readonly hs_codes: readonly (string | undefined)[];
};

/**
 * Returns the taxed lines, including shipping but not gift cards.
 * @returns undefined if a line has several taxes, or VAT of other lines
 */
function pricedLines(
  order: ShopifyOrder,
  { shipped_kind, unshipped_kind }: ShopifyJsonSettings,
): readonly TaxedLine[] | undefined {
  const items = order.line_items.filter(({ gift_card }) => !gift_card);
  const isShipped = items.some(({ requires_shipping }) => requires_shipping !== false);
  const priced = [
    ...items.map((item) => {
      const kind = item.requires_shipping === false ? unshipped_kind : shipped_kind;
      const line = priceOf(item, item.quantity, kind, order);
      return line && { ...line, goods: line.net, hs_codes: [hsCodeOf(item)] };
    }),
    ...order.shipping_lines.map((line) =>
      priceOf(line, 1, isShipped ? shipped_kind : unshipped_kind, order),
    ),
  ];
  const known = priced.filter((line) => line !== undefined);
  return known.length === priced.length ? known : undefined;
}

function priceOf(
  line: ShopifyLine,
  quantity: number,
  kind: SupplyKind,
  order: ShopifyOrder,
): TaxedLine | undefined {
  const taxes = line.tax_lines.filter(
    ({ price_set }) => minor(price_set, "tax_lines.price_set") !== 0,
  );
  if (taxes.length > 1) return undefined;
  const vat = taxes.reduce(
    (sum, { price_set }) => sum + minor(price_set, "tax_lines.price_set"),
    0,
  );
  const discount = line.discount_allocations.reduce(
    (sum, { amount_set }) => sum + minor(amount_set, "discount_allocations.amount_set"),
    0,
  );
  const price = minor(line.price_set, "price_set") * quantity - discount;
  const net = order.taxes_included ? price - vat : price;
  const vat_rate_bps = Math.round((taxes[0]?.rate ?? 0) * 10_000);
  // A known error of Shopify writes the VAT of all lines on the first line.
  const fits = fitsRate(net, vat, vat_rate_bps, quantity);
  return fits ? { id: line.id, kind, vat_rate_bps, net, vat, goods: 0, hs_codes: [] } : undefined;
}

/** Returns the tariff code of an article; only the customs duty of an order names it. */
const hsCodeOf = ({ duties }: ShopifyOrder["line_items"][number]): string | undefined =>
  commonHsCode(duties.map(({ harmonized_system_code }) => harmonized_system_code ?? undefined));

const addedUp = (same: readonly [TaxedLine, ...TaxedLine[]]): TaxedLine => {
  const sum = (field: "net" | "vat" | "goods") =>
    same.reduce((total, line) => total + line[field], 0);
  const hs_codes = same.flatMap((line) => line.hs_codes);
  return { ...same[0], net: sum("net"), vat: sum("vat"), goods: sum("goods"), hs_codes };
};

/** Groups lines of one kind and rate, which make one event. */
const byKindAndRate = (lines: readonly TaxedLine[]): TaxedLine[] =>
  [...Map.groupBy(lines, ({ kind, vat_rate_bps }) => `${kind} ${vat_rate_bps}`).values()]
    .map((same) => addedUp(same as [TaxedLine, ...TaxedLine[]]))
    .filter(({ net, vat }) => net !== 0 || vat !== 0);

/** The amount that a refund gives back of a line of the order, and the VAT of it. */
type GivenBack = { readonly id: string; readonly subtotal: number; readonly vat: number };

/**
 * Returns the shipping that a refund gives back. Shopify writes it twice: as refunded shipping lines without their VAT,
 * and as adjustments of the kind `shipping_refund` with it. Without adjustments, the VAT is the part of the VAT that
 * was charged on the line.
 * @returns undefined if the two do not agree, or if the refund has an amount without a line
 */
function refundedShipping(refund: ShopifyRefund): readonly GivenBack[] | undefined {
  const adjustments = refund.order_adjustments.filter(({ amount }) => Number(amount) !== 0);
  const left = adjustments.map(({ kind, amount_set, tax_amount_set }) =>
    kind === "shipping_refund" && amount_set
      ? {
          subtotal: -minor(amount_set, "order_adjustments.amount_set"),
          vat: tax_amount_set ? -minor(tax_amount_set, "order_adjustments.tax_amount_set") : 0,
        }
      : undefined,
  );
  const found = refund.refund_shipping_lines.map(({ shipping_line, subtotal_amount_set }) => {
    const subtotal = minor(subtotal_amount_set, "subtotal_amount_set");
    if (adjustments.length === 0) {
      return { id: shipping_line.id, subtotal, vat: vatOfPart(shipping_line, subtotal) };
    }
    const at = left.findIndex((one) => one?.subtotal === subtotal);
    const [own] = at < 0 ? [] : left.splice(at, 1);
    return own && { id: shipping_line.id, ...own };
  });
  const known = found.filter((one) => one !== undefined);
  return known.length === found.length && left.length === 0 ? known : undefined;
}

/** Returns the part of the VAT of a shipping line that a part of its price has. */
function vatOfPart(
  { price_set, tax_lines }: ShopifyRefund["refund_shipping_lines"][number]["shipping_line"],
  part: number,
): number {
  const vat = tax_lines.reduce((sum, tax) => sum + minor(tax.price_set, "tax_lines"), 0);
  const price = price_set ? minor(price_set, "price_set") : part;
  return price === 0 ? vat : Math.round((vat * part) / price);
}

/**
 * Returns the amounts that a refund gives back of each line. Its subtotal is net even if prices include VAT; this is
 * not documented, so the reading that fits the rate is used.
 * @returns undefined if a part has no rate: an amount without a line, or an unknown line
 */
function refundedLines(
  refund: ShopifyRefund,
  lines: readonly TaxedLine[],
  giftCards: ReadonlySet<string>,
): readonly TaxedLine[] | undefined {
  const shipping = refundedShipping(refund);
  if (!shipping) return undefined;
  const given: readonly GivenBack[] = [
    ...refund.refund_line_items
      .filter(({ line_item_id }) => !giftCards.has(line_item_id))
      .map(({ line_item_id, subtotal_set, total_tax_set }) => ({
        id: line_item_id,
        subtotal: minor(subtotal_set, "subtotal_set"),
        vat: minor(total_tax_set, "total_tax_set"),
      })),
    ...shipping,
  ];
  const read = given.map(({ id, subtotal, vat }) => {
    const line = lines.find((one) => one.id === id);
    const net =
      line && [subtotal, subtotal - vat].find((one) => fitsRate(one, vat, line.vat_rate_bps, 3));
    return line && net !== undefined ? { ...line, net, vat } : undefined;
  });
  const known = read.filter((line) => line !== undefined);
  return known.length === read.length ? known : undefined;
}

const PAID = ["paid", "partially_refunded", "refunded"];

/** Reads an order: its sale, each gift card in it, and each of its refunds. */
function readShopifyJson(
  { at, value }: JsonRecord,
  settings: ShopifyJsonSettings,
): readonly ReadRow[] {
  const parsed = orRejected(() => parsedOrder(value));
  if ("outcome" in parsed) return [{ at, outcome: parsed }];
  const sale = orRejected(() => saleOf(parsed, settings));
  const isSold = sale.outcome === "event";
  const cards = isSold ? parsed.line_items.flatMap((item, n) => (item.gift_card ? [n] : [])) : [];
  return [
    { at, outcome: sale },
    ...cards.map((n) => ({ at: `${at}/line_items/${n}`, outcome: excluded("gift_card") })),
    ...parsed.refunds.map((refund, n) => ({
      at: `${at}/refunds/${n}`,
      outcome: orRejected(() => refundOf(refund, parsed, sale, settings)),
      day: orNone(() => dayOfRefund(refund)),
    })),
  ];
}

const dayOfRefund = ({ processed_at, created_at }: ShopifyRefund) =>
  dayIn(processed_at ?? created_at ?? "", ["day-and-time"], "refunds.processed_at");

/** Returns the address of an order: that of the shipment, or that of the payer if nothing is shipped. */
const addressOf = (order: ShopifyOrder) =>
  (order.shipping_address?.country_code ? order.shipping_address : order.billing_address) ?? {};

function saleOf(order: ShopifyOrder, settings: ShopifyJsonSettings): RowOutcome {
  if (order.cancelled_at) return excluded("cancelled");
  if (!PAID.includes(order.financial_status ?? "")) return excluded("not_paid");
  if (order.test) return excluded("test_order");
  const taxes = [...order.line_items, ...order.shipping_lines].flatMap(
    ({ tax_lines }) => tax_lines,
  );
  if (taxes.some(({ channel_liable }) => channel_liable)) return excluded("deemed_by_marketplace");
  if (isOfNothing(order)) return excluded("nothing_charged");
  if (order.line_items.every(({ gift_card }) => gift_card)) return excluded("gift_card");
  const lines = pricedLines(order, settings);
  if (!lines) return unresolved("net_not_split");
  const groups = byKindAndRate(lines);
  const consignments = consignmentsIn(groups, order, settings);
  const judged = groups.map((group) => ({
    group,
    leftOut: groupLeftOut(group, order, settings, lines),
  }));
  const open = judged.find(({ leftOut }) => leftOut?.outcome === "unresolved")?.leftOut;
  const kept = judged.filter(({ leftOut }) => leftOut === undefined);
  // If an order has an article that is taxed elsewhere, its other articles still count.
  if (open || kept.length === 0) return open ?? judged[0]?.leftOut ?? excluded("not_paid");
  const events = kept.map(({ group }) => ({
    ...eventOf(group, order, settings),
    ...(consignments.has(group) && { consignment: consignments.get(group) }),
  }));
  return event(
    events,
    remarksOf(
      order,
      kept.map(({ group }) => group),
    ),
  );
}

/** True if no line of an order has a price. */
const isOfNothing = ({ line_items, shipping_lines }: ShopifyOrder): boolean =>
  [...line_items, ...shipping_lines].every(
    ({ price_set }) => Number(price_set.presentment_money.amount) === 0,
  );

const isImported = ({ kind }: TaxedLine): boolean => hasConsignment(kind);

/** Returns the remarks on the customs duty of an order of imports; its lines are priced without the duty. */
function remarksOf(order: ShopifyOrder, sold: readonly TaxedLine[]): Remark[] {
  const duties = order.line_items.flatMap((item) => item.duties);
  if (duties.length === 0 || !sold.some(isImported) || !isDutyOutside(dayOfOrder(order))) return [];
  const isTaxed = duties.some(({ tax_lines }) =>
    tax_lines.some(({ price_set }) => minor(price_set, "duties.tax_lines.price_set") !== 0),
  );
  return isTaxed ? ["duty_left_out", "vat_on_duty"] : ["duty_left_out"];
}

/** Returns the parts of the consignment that the imported goods of an order are. */
function consignmentsIn(
  groups: readonly TaxedLine[],
  order: ShopifyOrder,
  settings: ShopifyJsonSettings,
) {
  const imported = groups.filter(isImported);
  const parts = imported.map((group) => goodsOf([group], order));
  const values = consignmentsOf(settings.source_id, order.id, parts, settings);
  return new Map(imported.map((group, n) => [group, values[n]]));
}

const goodsOf = (lines: readonly TaxedLine[], order: ShopifyOrder) => ({
  day: dayOfOrder(order),
  currency: currencyOf(order),
  value: lines.filter(isImported).reduce((sum, { goods }) => sum + goods, 0),
});

function groupLeftOut(
  { kind }: TaxedLine,
  order: ShopifyOrder,
  settings: ShopifyJsonSettings,
  lines: readonly TaxedLine[],
): RowOutcome | undefined {
  const { country_code, zip } = addressOf(order);
  const from = homeOf(kind, settings);
  const to = placeOfAddress(country_code ?? "", zip ?? "", dayOfOrder(order), kind);
  const hasVat = lines.some(({ vat }) => vat !== 0);
  const title = order.line_items.flatMap(({ tax_lines }) => tax_lines)[0]?.title ?? "";
  const taxedBy = /^([A-Z]{2})\s/.exec(title)?.[1];
  return leftOutOfShop({
    kind,
    from,
    to,
    countryColumn: "shipping_address.country_code",
    isBusiness: false,
    hasVat,
    importLeftOut: hasConsignment(kind)
      ? consignmentLeftOut(goodsOf(lines, order), settings)
      : undefined,
    taxedBy,
  });
}

function eventOf(
  group: TaxedLine,
  order: ShopifyOrder,
  settings: ShopifyJsonSettings,
  refund?: { readonly id: string; readonly day: ReturnType<typeof dayIn> },
): ImportedEvent {
  const soldOn = dayOfOrder(order);
  const { country_code, zip } = addressOf(order);
  const to = placeOfAddress(country_code ?? "", zip ?? "", soldOn, group.kind).state ?? "";
  const sold = shopEvent({
    source_id: settings.source_id,
    order: order.id,
    ...(refund && { refund: refund.id }),
    day: refund?.day ?? soldOn,
    soldOn,
    kind: group.kind,
    origin: originOf(group.kind, settings),
    to,
    currency: currencyOf(order),
    vat_rate_bps: group.vat_rate_bps,
    net: group.net,
    vat: group.vat,
    hs_code: refund ? undefined : commonHsCode(group.hs_codes),
  });
  if (refund || group.kind !== "tbe_services") return sold;
  // Art. 24f CIR 282/2011: the billing address is one piece of evidence.
  return { ...sold, location_evidence: [{ kind: "billing_address", country: to }] };
}

function refundOf(
  refund: ShopifyRefund,
  order: ShopifyOrder,
  sale: RowOutcome,
  settings: ShopifyJsonSettings,
): RowOutcome {
  if (sale.outcome === "excluded") return excluded("original_left_out");
  if (sale.outcome !== "event") return unresolved("original_not_found");
  const cards = new Set(order.line_items.flatMap((item) => (item.gift_card ? [item.id] : [])));
  const lines = refundedLines(refund, pricedLines(order, settings) ?? [], cards);
  if (!lines) return unresolved("refund_without_vat_split");
  const groups = byKindAndRate(lines);
  if (groups.length === 0) {
    const isCard = refund.refund_line_items.some(({ line_item_id }) => cards.has(line_item_id));
    return excluded(isCard ? "gift_card" : "goods_return_without_money");
  }
  const day = dayOfRefund(refund);
  return event(groups.map((group) => eventOf(group, order, settings, { id: refund.id, day })));
}

const ShopifyJsonSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    dispatch_country: DispatchCountry,
    establishment_country: EstablishmentCountry,
    shipped_kind: ShopOrImportKind.default("goods").describe("What articles that are shipped are"),
    unshipped_kind: ShopKind.default("tbe_services").describe("What all the others are"),
    ...importSchemeSettings,
  }),
  ({ shipped_kind = "goods", unshipped_kind = "tbe_services", ...origin }) => [
    ...originFaults([shipped_kind, unshipped_kind], origin),
    ...importSchemeFaults([shipped_kind], origin),
  ],
);

type ShopifyJsonSettings = z.output<typeof ShopifyJsonSettings>;

export const SHOPIFY_JSON = importFormat<JsonRecord, ShopifyJsonSettings>({
  isBeta: false,
  file: SHOPIFY_JSON_FILE,
  settings: ShopifyJsonSettings,
  columns: {
    event_id: "id",
    transaction_id: "id",
    supply_date: "processed_at",
    consumption_country: "shipping_address",
    currency: "presentment_money",
    taxable_amount_minor: "price_set",
    vat_amount_minor: "tax_lines",
    vat_rate_bps: "tax_lines",
    payments: "price_set",
  },
  read: readShopifyJson,
  dayOf: shopifyOrderDay,
  orderOf: shopifyJsonOrder,
  editOf: shopifyOrderEdit,
  isOrderIdInternal: true,
  amountOf: shopifyJsonAmount,
});
