import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { AccountId, LedgerId } from "../../core/ids.ts";
import { dynamo, ifConditionHolds, pages, tableName } from "../../platform/dynamodb/client.ts";
import { newestReadable, oldestReadable } from "../../platform/dynamodb/readable-items.ts";
import { versionOf } from "../../platform/table/item.ts";
import { RATE_LIMIT_ITEM } from "../../platform/table/items.ts";
import { type Key, rateLimitKey } from "../../platform/table/keys.ts";
import {
  DELIVERY_ITEM,
  type DeliveryName,
  deliveriesOf,
  deliveryKey,
  dueIndexKey,
  dueItem,
  dueUntil,
  OUTBOX_ITEM,
  outboxKey,
} from "../../platform/table/webhooks.ts";
import { freeShare, logExpiry, shareWindow, WebhookDelivery } from "./delivery.ts";
import { MESSAGE_TYPES, type WebhookEvent } from "./event-types.ts";
import { messageOfEvent, type WebhookMessage, type WebhookWork } from "./message.ts";

const nameOf = ({ webhook_id, id }: WebhookDelivery): DeliveryName => ({
  webhook_id,
  message_id: id,
});

function itemOf(ledger: LedgerId, delivery: WebhookDelivery) {
  const { next_attempt_at } = delivery;
  return {
    ...deliveryKey(ledger, nameOf(delivery)),
    ...versionOf(DELIVERY_ITEM),
    ...delivery,
    ...(next_attempt_at === undefined ? {} : dueIndexKey(next_attempt_at)),
  };
}

/** Stores a new delivery; an existing one stays unchanged. */
export async function insertDelivery(ledger: LedgerId, delivery: WebhookDelivery): Promise<void> {
  await ifConditionHolds(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: itemOf(ledger, delivery),
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );
}

/** Reads a delivery, strongly consistent; undefined when there is none. */
export async function loadDelivery(
  ledger: LedgerId,
  name: DeliveryName,
): Promise<WebhookDelivery | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: deliveryKey(ledger, name),
      ConsistentRead: true,
    }),
  );
  return Item && WebhookDelivery.parse(Item);
}

/** Reads at most `limit` deliveries to a webhook, of messages before `before`, the newest first. */
export async function listDeliveries(
  ledger: LedgerId,
  webhook_id: string,
  limit: number,
  before?: string,
): Promise<WebhookDelivery[]> {
  const after = before && deliveryKey(ledger, { webhook_id, message_id: before });
  return newestReadable(
    deliveriesOf(ledger, webhook_id),
    { limit, after: after || undefined },
    (item) => WebhookDelivery.parse(item),
  );
}

/** Interval in milliseconds at which a waiting request reads the deliveries again. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Reads at most `limit` deliveries to a webhook, of messages after `after`, the oldest first. While there is none, it
 * looks again for `seconds`.
 */
export async function awaitDeliveries(
  ledger: LedgerId,
  webhook_id: string,
  limit: number,
  { after, seconds }: { readonly after: string; readonly seconds: number },
): Promise<WebhookDelivery[]> {
  // Ids of messages sort after the word `first`.
  const start = deliveryKey(ledger, { webhook_id, message_id: after });
  for (let left = seconds * 1_000; ; left -= LOOK_AGAIN_MS) {
    const found = await oldestReadable(
      deliveriesOf(ledger, webhook_id),
      { limit, after: start },
      (item) => WebhookDelivery.parse(item),
    );
    if (found.length > 0 || left <= 0) return found;
    await pause(LOOK_AGAIN_MS);
  }
}

/**
 * Claims a due delivery until `until`. No other worker can claim it before; afterwards it is due again unless its
 * result was saved. Returns undefined when the delivery is not due, or another worker was faster.
 */
export async function claimDelivery(
  ledger: LedgerId,
  name: DeliveryName,
  now: Date,
  until: string,
): Promise<WebhookDelivery | undefined> {
  const claimed = await ifConditionHolds(
    dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: deliveryKey(ledger, name),
        UpdateExpression: "SET next_attempt_at = :until, gsi1sk = :until",
        ConditionExpression: "#state = :pending AND next_attempt_at <= :now",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: {
          ":pending": "pending",
          ":now": now.toISOString(),
          ":until": until,
        },
        ReturnValues: "ALL_NEW",
      }),
    ),
  );
  return claimed && WebhookDelivery.parse(claimed.Attributes);
}

/** Replaces a delivery on condition that it is unchanged since `seen`; returns false when it has changed. */
export const saveDelivery = async (
  ledger: LedgerId,
  seen: WebhookDelivery,
  delivery: WebhookDelivery,
): Promise<boolean> =>
  (await ifConditionHolds(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: itemOf(ledger, delivery),
        ConditionExpression:
          seen.next_attempt_at === undefined
            ? "attribute_exists(pk) AND attribute_not_exists(next_attempt_at)"
            : "next_attempt_at = :seen",
        ...(seen.next_attempt_at === undefined
          ? {}
          : { ExpressionAttributeValues: { ":seen": seen.next_attempt_at } }),
      }),
    ),
  )) !== undefined;

export const OutboxItem = z.object({
  id: z.string(),
  type: z.enum(MESSAGE_TYPES),
  timestamp: z.iso.datetime(),
  body: z.string(),
});

/** Reads an outbox message that is not closed yet. */
export async function loadOutboxMessage(
  ledger: LedgerId,
  id: string,
): Promise<WebhookMessage | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: outboxKey(ledger, id), ConsistentRead: true }),
  );
  const { gsi1pk, ...message } = Item ?? {};
  return gsi1pk === undefined ? undefined : OutboxItem.parse(message);
}

/** Closes an outbox message, whose deliveries now exist, so that it is no longer due. */
export async function closeOutboxMessage(ledger: LedgerId, id: string): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: outboxKey(ledger, id),
      UpdateExpression: "REMOVE gsi1pk, gsi1sk",
    }),
  );
}

const DUE_AT_ONCE = 500;

/** Reads the work of all accounts that is due by `now`, the longest overdue first, page by page. */
export async function* dueWebhookWork(now: Date): AsyncGenerator<WebhookWork[]> {
  for await (const items of pages({ ...dueUntil(now.toISOString()), Limit: DUE_AT_ONCE })) {
    if (items.length > 0) yield items.map((item) => dueItem(item as Key));
  }
}

export const newMessage = (
  ledger: LedgerId,
  event: WebhookEvent,
  now: Date,
  random = randomBytes(8).toString("hex"),
): WebhookMessage => messageOfEvent(ledger, event, now, random);

/**
 * Builds the outbox item of an event. It is written in one transaction with its cause, so that the event is delivered
 * even after a crash.
 */
export function outboxItem(ledger: LedgerId, event: WebhookEvent, now: Date, random?: string) {
  const message = newMessage(ledger, event, now, random);
  const item = { ...message, ...dueIndexKey(message.timestamp), expires_at: logExpiry(now) };
  return { key: outboxKey(ledger, message.id), definition: OUTBOX_ITEM, item } as const;
}

/** Builds the outbox item of an event as an action of a transaction. */
export function outboxPut(ledger: LedgerId, event: WebhookEvent, now: Date) {
  const { key, definition, item } = outboxItem(ledger, event, now);
  return { Put: { TableName: tableName(), Item: { ...key, ...versionOf(definition), ...item } } };
}

/**
 * Stores a message whose cause is no item of the account. `random` makes its id, so that it is one message however often
 * it is stored.
 */
export async function putOutboxMessage(
  ledger: LedgerId,
  event: WebhookEvent,
  at: Date,
  random: string,
): Promise<void> {
  const { definition, item } = outboxItem(ledger, event, at, random);
  const Item = { ...outboxKey(ledger, item.id), ...versionOf(definition), ...item };
  await dynamo.send(new PutCommand({ TableName: tableName(), Item }));
}

/**
 * Counts messages that an account sends in this minute: of events, tests and replays together. The ledgers of an account
 * count together.
 * @returns how many of `wanted` messages the account may still send in this minute
 */
export async function takeShare(account: AccountId, wanted: number, now: Date): Promise<number> {
  const window = shareWindow(now);
  const { Attributes } = await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: rateLimitKey("WEBHOOKS", account, window),
      UpdateExpression: "ADD calls :wanted SET expires_at = :end, schema_version = :version",
      ExpressionAttributeValues: {
        ":wanted": wanted,
        ":end": window.ends_at,
        ":version": RATE_LIMIT_ITEM.version,
      },
      ReturnValues: "ALL_NEW",
    }),
  );
  return freeShare(z.object({ calls: z.int() }).parse(Attributes).calls, wanted);
}
