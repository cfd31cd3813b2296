import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { queryPage } from "../../platform/dynamodb/read.ts";
import { SHOP_ORDER_ITEM } from "../../platform/table/connection-items.ts";
import {
  type ShopOrderName,
  shopOrderKey,
  shopOrderListKey,
  shopOrdersAfter,
} from "../../platform/table/connection-keys.ts";
import { versionOf } from "../../platform/table/item.ts";
import type { Correction, ImportedEvent } from "../formats/outcome.ts";
import type { RowFacts } from "../formats/row-facts.ts";

// The events were validated before they were booked, and only this file writes them.
const Event = z.custom<ImportedEvent>((value) => typeof value === "object" && value !== null);

const Draft = z.custom<Correction>((value) => typeof value === "object" && value !== null);

/** The results of booking that leave an order booked as the shop has it. */
export const ORDER_RESULTS = [
  "committed",
  "adjusted",
  "replaced",
  "taken_back",
  "duplicate",
] as const;

const StoredOrder = z.object({
  version: z.int().min(0),
  order_id: z.string(),
  source_id: z.string(),
  /** The instant at which the shop modified the order last, as the shop states it; empty if only a refund of it is known. */
  modified_at: z.string(),
  /** Hash of what the shop said at that instant. */
  content: z.string(),
  /** The connection that brought it; absent if a file did. */
  connection_id: z.string().optional(),
  /** The instant at which the shop was asked for it, if it was. */
  fetched_at: z.string().optional(),
  /** The catch-up that brought it, and what that changed. */
  found: z.object({ run: z.string(), result: z.enum(ORDER_RESULTS) }).optional(),
  booked: z
    .array(z.object({ base: z.string(), event: Event, adjustments: z.array(Event).readonly() }))
    .readonly(),
  used: z.array(z.string()).readonly(),
  /** The refunds that the shop has told separately, whether or not they are booked. */
  notes: z
    .array(
      z.object({
        refund_id: z.string(),
        modified_at: z.string(),
        correction: Draft.optional(),
        day: z.string().optional(),
        facts: z.custom<RowFacts>().optional(),
      }),
    )
    .readonly()
    .optional(),
  /** The steps that lead to `booked` and may not be carried out yet. */
  pending: z
    .object({ take_back: z.array(z.string()).readonly(), commit: z.array(Event).readonly() })
    .optional(),
});
export type ShopOrder = Readonly<z.output<typeof StoredOrder>>;

/** Reads an order, strongly consistent; undefined if nothing of it was ever booked. */
export async function loadShopOrder(
  account: string,
  name: ShopOrderName,
): Promise<ShopOrder | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: shopOrderKey(account, name),
      ConsistentRead: true,
    }),
  );
  return Item && StoredOrder.parse(Item);
}

/** Returns the index key of an order that is booked: a catch-up asks the shop whether it is still there. */
function listingOf(account: string, { connection_id, order_id, booked }: ShopOrder) {
  const day = booked.map(({ event }) => event.supply_date).sort()[0];
  return connection_id && day ? shopOrderListKey(account, { connection_id, order_id, day }) : {};
}

/** A part of the orders of a connection that are booked, by the day of the sale. */
type OrderPlaces = { readonly ids: readonly string[]; readonly next: string | undefined };

/** Lists at most `limit` ids of booked orders of a connection from a day on, after the place of the part before. */
export async function listBookedOrders(
  account: string,
  connection_id: string,
  {
    from,
    after,
    limit,
  }: { readonly from: string; readonly after?: string; readonly limit: number },
): Promise<OrderPlaces> {
  const query = { ...shopOrdersAfter(account, connection_id, after ?? from), Limit: limit };
  const { items, next } = await queryPage(query);
  const places = items.map((item) => String(item["gsi1sk"]));
  return {
    ids: places.map((place) => place.slice(place.indexOf("#") + 1)),
    next: next ? places.at(-1) : undefined,
  };
}

/** Stores an order on top of the version before. Returns false if another writer was faster. */
export async function saveShopOrder(account: string, order: ShopOrder): Promise<boolean> {
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...shopOrderKey(account, order),
          ...listingOf(account, order),
          ...versionOf(SHOP_ORDER_ITEM),
          ...order,
        },
        ConditionExpression: order.version === 1 ? "attribute_not_exists(pk)" : "version = :before",
        ...(order.version === 1
          ? {}
          : { ExpressionAttributeValues: { ":before": order.version - 1 } }),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
