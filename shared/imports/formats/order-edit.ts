import * as z from "zod";
import type { JsonRecord, TableRecord } from "../files/record.ts";

/** The order that a row of a shop's export belongs to, and the edit of it that the row shows. */
export type OrderEdit = {
  /** The shop's own id of the order. */
  readonly order_id: string;
  /** The instant of the order's last change, as UTC text; empty if the export has none. */
  readonly modified_at: string;
};

/** Returns an instant as UTC text, so that the order of texts is that of time; other text unchanged. */
function utcText(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

const Id = z.union([z.int(), z.string().min(1).max(60)]).transform(String);
const WooOrder = z.looseObject({ id: Id, date_modified_gmt: z.string().max(40).optional() });
const ShopifyOrder = z.looseObject({ id: Id, updated_at: z.string().max(40).optional() });

/** Returns the edit of an order of WooCommerce. Its dates in GMT have no zone. */
export function wooOrderEdit({ value }: Pick<JsonRecord, "value">): OrderEdit | undefined {
  const { data } = WooOrder.safeParse(value);
  const { id, date_modified_gmt } = data ?? {};
  return id === undefined
    ? undefined
    : { order_id: id, modified_at: date_modified_gmt ? utcText(`${date_modified_gmt}Z`) : "" };
}

/** Returns the edit of an order of Shopify. */
export function shopifyOrderEdit({ value }: Pick<JsonRecord, "value">): OrderEdit | undefined {
  const { data } = ShopifyOrder.safeParse(value);
  const { id, updated_at } = data ?? {};
  return id === undefined
    ? undefined
    : { order_id: id, modified_at: updated_at ? utcText(updated_at) : "" };
}

/** Returns the order of a row of Shopify's CSV, which does not say when it was edited. */
export function shopifyCsvEdit(order: TableRecord): OrderEdit | undefined {
  const order_id = order.cell("Id").trim();
  return /^\d{1,60}$/.test(order_id) ? { order_id, modified_at: "" } : undefined;
}
