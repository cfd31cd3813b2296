import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import { hasConsignment, isDutyOutside } from "../../../vat/schemes/consignment-value.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { importFormat, type WithRates } from "../import-format.ts";
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
  type ShopifyOrder,
  type ShopifyRefund,
  shopifyJsonAmount,
  shopifyJsonOrder,
  shopifyOrderDay,
} from "./documents.ts";
import { byKindAndRate, pricedLines, refundedLines, type TaxedLine } from "./lines.ts";

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
  const included = judged.filter(({ leftOut }) => leftOut === undefined);
  // If an order has an article that is taxed elsewhere, its other articles still count.
  if (open || included.length === 0) return open ?? judged[0]?.leftOut ?? excluded("not_paid");
  const events = included.map(({ group }) => ({
    ...eventOf(group, order, settings),
    ...(consignments.has(group) && { consignment: consignments.get(group) }),
  }));
  return event(
    events,
    remarksOf(
      order,
      included.map(({ group }) => group),
    ),
  );
}

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
  const sale = {
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
  };
  const sold = shopEvent(sale, settings.rates);
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

type ShopifyJsonSettings = WithRates<z.output<typeof ShopifyJsonSettings>>;

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
