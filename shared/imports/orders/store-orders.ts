import { GetCommand, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { backOff, isRetryable, patience } from "../../platform/calls.ts";
import { batchGet, dynamo, pages, queryPage, tableName } from "../../platform/dynamodb/client.ts";
import { parseReadable } from "../../platform/dynamodb/readable-items.ts";
import type { Action } from "../../platform/dynamodb/sharded-counter.ts";
import {
  OPEN_ORDER_COUNT_ITEM,
  openOrderCountKey,
  openOrderListKey,
  openOrdersAfter,
  openOrdersOf,
  SHOP_ORDER_ITEM,
  type ShopOrderName,
  shopOrderKey,
  shopOrderListKey,
  shopOrdersAfter,
} from "../../platform/table/connections.ts";
import { versionOf } from "../../platform/table/item.ts";
import type { Correction, ImportedEvent } from "../formats/outcome.ts";
import type { RowFacts } from "../formats/row-facts.ts";
import { OpenEdit, OpenOrder } from "./open-order.ts";
import type { UnreadRefund } from "./refund-notes.ts";

// The events were validated before they were booked, and only this file writes them.
const Event = z.custom<ImportedEvent>((value) => typeof value === "object" && value !== null);

const BookedId = z.string().min(1).brand("EventId");

const Draft = z.custom<Correction>((value) => typeof value === "object" && value !== null);

const Unread = z.custom<UnreadRefund>();

/** The results of booking that leave an order booked as the shop has it. */
export const ORDER_RESULTS = [
  "committed",
  "adjusted",
  "replaced",
  "taken_back",
  "duplicate",
] as const;

export const StoredOrder = z.object({
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
    .array(z.object({ base: BookedId, event: Event, adjustments: z.array(Event).readonly() }))
    .readonly(),
  used: z.array(BookedId).readonly(),
  /** The refunds that the shop has told separately, whether or not they are booked. */
  notes: z
    .array(
      z.object({
        refund_id: z.string(),
        modified_at: z.string(),
        correction: Draft.optional(),
        unread: Unread.optional(),
        day: z.string().optional(),
        facts: z.custom<RowFacts>().optional(),
      }),
    )
    .readonly()
    .optional(),
  /** The steps that lead to `booked` and may not be carried out yet. */
  pending: z
    .object({
      take_back: z.array(BookedId).readonly(),
      commit: z.array(Event).readonly(),
      commit_id: z.string().optional(),
      /** The part of the edit that cannot be booked. */
      open: OpenEdit.optional(),
      /** True if the order stays as open as it was: a file says nothing of refunds. */
      is_open: z.boolean().optional(),
    })
    .optional(),
  /** Present while the order waits for a person. */
  open: OpenOrder.optional(),
  /** The last decision to leave an order as it is booked, and the edit that it is about. */
  settled: z
    .object({
      at: z.iso.datetime(),
      by: z.string(),
      modified_at: z.string(),
      hash: z.string().optional(),
      is_deletion: z.literal(true).optional(),
      notes_hash: z.string().optional(),
    })
    .optional(),
});
export type ShopOrder = Readonly<z.output<typeof StoredOrder>>;

/** Reads an order, strongly consistent; undefined if nothing of it was ever booked. */
export async function loadShopOrder(
  ledger: LedgerId,
  name: ShopOrderName,
): Promise<ShopOrder | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: shopOrderKey(ledger, name),
      ConsistentRead: true,
    }),
  );
  return Item && StoredOrder.parse(Item);
}

/** Reads those of these orders of a source that have an item, strongly consistent. */
export async function loadShopOrders(
  ledger: LedgerId,
  source_id: string,
  ids: readonly string[],
): Promise<ShopOrder[]> {
  const keys = [...new Set(ids)].map((order_id) => shopOrderKey(ledger, { source_id, order_id }));
  return (await batchGet(keys)).map((item) => StoredOrder.parse(item));
}

/**
 * Stores an order on top of the version before, with the count of open orders that it changes. Returns false if another
 * writer was faster.
 */
export async function saveShopOrder(
  ledger: LedgerId,
  order: ShopOrder,
  before: ShopOrder | undefined,
): Promise<boolean> {
  const Put = putOrder(ledger, order);
  const counts = countChanges(ledger, before?.open, order);
  try {
    if (counts.length === 0) await dynamo.send(new PutCommand(Put));
    else await dynamo.send(new TransactWriteCommand({ TransactItems: [{ Put }, ...counts] }));
    return true;
  } catch (error) {
    // Another writer of the order or of the count was faster, or the response was lost: the order is read again.
    if (isRetryable(error)) return false;
    throw error;
  }
}

/** Returns the index key of an order that is booked: a catch-up asks the shop whether it is still there. */
function listingOf(ledger: LedgerId, { connection_id, order_id, booked }: ShopOrder) {
  const day = booked.map(({ event }) => event.supply_date).sort()[0];
  return connection_id && day ? shopOrderListKey(ledger, { connection_id, order_id, day }) : {};
}

function putOrder(ledger: LedgerId, order: ShopOrder) {
  const { open, order_id } = order;
  return {
    TableName: tableName(),
    Item: {
      ...shopOrderKey(ledger, order),
      ...versionOf(SHOP_ORDER_ITEM),
      ...order,
      ...(open ? openOrderListKey(ledger, open.connection_id, order_id) : listingOf(ledger, order)),
    },
    ...(order.version === 1
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :before",
          ExpressionAttributeValues: { ":before": order.version - 1 },
        }),
  };
}

/** Returns the changes of the counts by month when an order is opened, closed, or open in another month. */
function countChanges(
  ledger: LedgerId,
  before: OpenOrder | undefined,
  { open, source_id }: ShopOrder,
): Action[] {
  if (before?.month === open?.month && before?.connection_id === open?.connection_id) return [];
  const changes = [
    ...(before ? [{ of: before, count: -1 }] : []),
    ...(open ? [{ of: open, count: 1 }] : []),
  ];
  return changes.map(({ of: { connection_id, month }, count }) => ({
    Update: {
      TableName: tableName(),
      Key: openOrderCountKey(ledger, connection_id, month),
      UpdateExpression:
        "SET schema_version = :version, connection_id = :connection, source_id = :source, supply_month = :month ADD row_count :count",
      ExpressionAttributeValues: {
        ":version": OPEN_ORDER_COUNT_ITEM.version,
        ":connection": connection_id,
        ":source": source_id,
        ":month": month,
        ":count": count,
      },
    },
  }));
}

/**
 * Changes the item of an order by `decide`, which returns undefined to leave it.
 * @returns the order that was seen
 * @throws DomainError `not_ready`
 */
export async function updateShopOrder<Seen extends ShopOrder | undefined>(
  ledger: LedgerId,
  name: ShopOrderName,
  decide: (seen: ShopOrder | undefined) => Omit<ShopOrder, "version"> | undefined,
): Promise<Seen> {
  const giveUpAt = patience();
  for (let n = 0; ; n += 1) {
    if (n > 0) await backOff(n, giveUpAt);
    const seen = await loadShopOrder(ledger, name);
    const next = decide(seen);
    const version = (seen?.version ?? 0) + 1;
    if (!next || (await saveShopOrder(ledger, { ...next, version }, seen))) return seen as Seen;
  }
}

/** Lists at most `limit` open orders of a connection after the order `after`. The index may be a moment behind. */
export async function listOpenOrders(
  ledger: LedgerId,
  { id, source_id }: { readonly id: string; readonly source_id: string },
  limit: number,
  after?: string,
): Promise<(ShopOrder & { readonly open: OpenOrder })[]> {
  const start = after && {
    ...openOrderListKey(ledger, id, after),
    ...shopOrderKey(ledger, { source_id, order_id: after }),
  };
  const query = { ...openOrdersOf(ledger, id), Limit: limit };
  const found: ShopOrder[] = [];
  for await (const items of pages(query, start || undefined)) {
    const keys = items.map(({ gsi1sk }) =>
      shopOrderKey(ledger, { source_id, order_id: String(gsi1sk) }),
    );
    const orders = parseReadable(await batchGet(keys), (item) => StoredOrder.parse(item));
    found.push(...orders.filter((order) => order.open !== undefined));
    if (found.length >= limit) break;
  }
  return found.sort((a, b) => (a.order_id < b.order_id ? -1 : 1)).slice(0, limit) as never;
}

/** A part of the orders of a connection, and the place where the next one begins. */
type OrderPlaces = { readonly ids: readonly string[]; readonly next: string | undefined };

/** The place before the open orders of a connection, which come after all others. Days begin with a digit. */
const OPEN = "open#";

/**
 * Lists at most `limit` ids of orders of a connection after the place of the part before: of those that are booked, from
 * a day on, and then of those that are open.
 */
export async function listOrderIds(
  ledger: LedgerId,
  connection_id: string,
  {
    from,
    after,
    limit,
  }: { readonly from: string; readonly after?: string; readonly limit: number },
): Promise<OrderPlaces> {
  const place = after ?? from;
  const isOpen = place.startsWith(OPEN);
  const query = isOpen
    ? openOrdersAfter(ledger, connection_id, place.slice(OPEN.length))
    : shopOrdersAfter(ledger, connection_id, place);
  const { items, next } = await queryPage({ ...query, Limit: limit });
  const places = items.map((item) => String(item["gsi1sk"]));
  const last = places.at(-1);
  if (isOpen) return { ids: places, next: next && last ? `${OPEN}${last}` : undefined };
  const ids = places.map((place) => place.slice(place.indexOf("#") + 1));
  return { ids, next: next && last ? last : OPEN };
}
