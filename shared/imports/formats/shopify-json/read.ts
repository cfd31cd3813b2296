import { readAs } from "../../../core/errors/field-errors.ts";
import { isService } from "../../../vat/schemes/supply-event.ts";
import type { JsonRecord } from "../../files/record.ts";
import {
  event,
  excluded,
  type ImportedEvent,
  type ReadRow,
  type RowOutcome,
  unresolved,
} from "../outcome.ts";
import { dayIn } from "../parse-date.ts";
import { orRejected, RowRefusal } from "../row-refusal.ts";
import { originOf } from "../settings.ts";
import { shopEvent } from "../shop-events.ts";
import { leftOutOfShop, memberStateAt } from "../shop-rules.ts";
import type { ShopifyJsonSettings } from "./format.ts";
import { byKindAndRate, currencyOf, pricedLines, refundedLines, type TaxedLine } from "./lines.ts";
import { ShopifyOrder, type ShopifyRefund } from "./order.ts";

const PAID = ["paid", "partially_refunded", "refunded"];

/** What an order says: its sale, each gift card in it, and each of its refunds. */
export function readShopifyJson(
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
    })),
  ];
}

function parsedOrder(value: unknown): ShopifyOrder {
  const read = readAs(ShopifyOrder, value);
  if (read.success) return read.data;
  const [fault] = read.faults;
  throw new RowRefusal(
    "invalid_value",
    fault?.field ?? "",
    "This is no order as Shopify writes it.",
  );
}

const dayOfOrder = (order: ShopifyOrder) =>
  dayIn(order.processed_at ?? order.created_at, ["day-and-time"], "processed_at");

/** Goods go where they are shipped to; what is not shipped goes to who pays. */
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
  if (order.line_items.every(({ gift_card }) => gift_card)) return excluded("gift_card");
  const lines = pricedLines(order, settings);
  if (!lines) return unresolved("net_not_split");
  const groups = byKindAndRate(lines);
  const judged = groups.map((group) => ({
    group,
    leftOut: groupLeftOut(group, order, settings, lines),
  }));
  const open = judged.find(({ leftOut }) => leftOut?.outcome === "unresolved")?.leftOut;
  const kept = judged.filter(({ leftOut }) => leftOut === undefined);
  // An order may hold an article that is taxed elsewhere; the others count all the same.
  if (open || kept.length === 0) return open ?? judged[0]?.leftOut ?? excluded("not_paid");
  return event(kept.map(({ group }) => eventOf(group, order, settings)));
}

function groupLeftOut(
  { kind }: TaxedLine,
  order: ShopifyOrder,
  settings: ShopifyJsonSettings,
  lines: readonly TaxedLine[],
): RowOutcome | undefined {
  const { country_code, zip } = addressOf(order);
  const from = isService(kind) ? settings.establishment_country : settings.dispatch_country;
  const to = memberStateAt(country_code ?? "", zip ?? "", dayOfOrder(order), kind);
  const hasVat = lines.some(({ vat }) => vat !== 0);
  const title = order.line_items.flatMap(({ tax_lines }) => tax_lines)[0]?.title ?? "";
  const taxedBy = /^([A-Z]{2})\s/.exec(title)?.[1];
  return leftOutOfShop({ kind, from, to, isBusiness: false, hasVat, taxedBy });
}

function eventOf(
  group: TaxedLine,
  order: ShopifyOrder,
  settings: ShopifyJsonSettings,
  refund?: { readonly id: string; readonly day: ReturnType<typeof dayIn> },
): ImportedEvent {
  const soldOn = dayOfOrder(order);
  const { country_code, zip } = addressOf(order);
  const to = memberStateAt(country_code ?? "", zip ?? "", soldOn, group.kind) ?? "";
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
  const written = refund.processed_at ?? refund.created_at ?? "";
  const day = dayIn(written, ["day-and-time"], "refunds.processed_at");
  return event(groups.map((group) => eventOf(group, order, settings, { id: refund.id, day })));
}
