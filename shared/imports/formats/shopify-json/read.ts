import * as z from "zod";
import { withRules } from "../../../core/input/fields.ts";
import { isService } from "../../../vat/schemes/supply-event.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { judgeSale } from "../../orders/judge.ts";
import { judgeRefund } from "../../orders/judge-refund.ts";
import { judgedInTurn } from "../../orders/resolve-refunds.ts";
import type { StatedOrder } from "../../orders/shop-order.ts";
import { importFormat, type WithRates } from "../import-format.ts";
import { importSchemeFaults, importSchemeSettings } from "../import-scheme.ts";
import {
  excluded,
  type Original,
  orNone,
  orRejected,
  type ReadRow,
  type RowOutcome,
  unresolved,
} from "../outcome.ts";
import { dayIn } from "../parse-values.ts";
import { SHOPIFY_JSON_FILE } from "../recognise.ts";
import {
  DispatchCountry,
  EstablishmentCountry,
  LineKinds,
  type Origin,
  originFaults,
  RatesInBoth,
  ShopKind,
  ShopOrImportKind,
  SourceId,
} from "../settings.ts";
import { shopifyOrderEdit } from "../shop-rules.ts";
import {
  parsedOrder,
  type ShopifyRefund,
  shopifyJsonAmount,
  shopifyJsonOrder,
  shopifyOrderDay,
} from "./documents.ts";
import { statedShopifyOrder } from "./state-order.ts";
import { statedShopifyRefund } from "./state-refund.ts";

/** Reads an order: its sale, each gift card in it, and each of its refunds. */
function readShopifyJson(
  { at, value }: JsonRecord,
  settings: ShopifyJsonSettings,
): readonly ReadRow[] {
  const read = orRejected(() => {
    const order = parsedOrder(value);
    const stated = statedShopifyOrder(order, settings);
    return { order, stated, ...judgeSale(stated, settings) };
  });
  if (!("order" in read)) return [{ at, outcome: read }];
  const { order, stated, outcome, original } = read;
  const isSold = outcome.outcome === "event";
  const cards = isSold ? order.line_items.flatMap((item, n) => (item.gift_card ? [n] : [])) : [];
  return [
    { at, outcome },
    ...cards.map((n) => ({ at: `${at}/line_items/${n}`, outcome: excluded("gift_card") })),
    ...judgedInTurn(order.refunds, original, (refund, stands) =>
      refundOf(refund, stated, stands, settings),
    ).map((judged, n) => ({
      at: `${at}/refunds/${n}`,
      outcome: judged,
      day: orNone(() => dayOfRefund(order.refunds[n])),
    })),
  ];
}

const dayOfRefund = ({ processed_at, created_at }: Partial<ShopifyRefund> = {}) =>
  dayIn(processed_at ?? created_at ?? "", ["day-and-time"], "refunds.processed_at");

function refundOf(
  refund: ShopifyRefund,
  stated: StatedOrder,
  stands: Original | undefined,
  settings: ShopifyJsonSettings,
): RowOutcome {
  if (stands && "left_out" in stands) return excluded("original_left_out");
  const given = statedShopifyRefund(refund, stated, dayOfRefund(refund));
  return given ? judgeRefund(given, stands, settings) : unresolved("refund_without_vat_split");
}

const isOfGoods = ({ dispatch_country, origin_country }: Origin): boolean =>
  dispatch_country !== undefined || origin_country !== undefined;

const ShopifyJsonSettings = withRules(
  z.strictObject({
    source_id: SourceId,
    dispatch_country: DispatchCountry,
    establishment_country: EstablishmentCountry,
    shipped_kind: ShopOrImportKind.default("goods").describe("What articles that are shipped are"),
    unshipped_kind: ShopKind.default("tbe_services").describe("What all the others are"),
    ...importSchemeSettings,
    rates_in_both: RatesInBoth,
    line_kinds: LineKinds,
  }),
  ({ shipped_kind = "goods", unshipped_kind = "tbe_services", ...origin }) => [
    // A shop of goods may sell no services: an article that is one asks for the country.
    ...originFaults(
      isOfGoods(origin) && isService(unshipped_kind)
        ? [shipped_kind]
        : [shipped_kind, unshipped_kind],
      origin,
    ),
    ...importSchemeFaults([shipped_kind], origin),
  ],
);

export type ShopifyJsonSettings = WithRates<z.output<typeof ShopifyJsonSettings>>;

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
