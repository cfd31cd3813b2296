import { randomBytes } from "node:crypto";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { ifConditionHolds } from "../../platform/dynamodb/conditional-write.ts";
import { pages, queryPage } from "../../platform/dynamodb/read.ts";
import { versionOf } from "../../platform/table/item.ts";
import type { Key } from "../../platform/table/keys.ts";
import { DELIVERY_ITEM, OUTBOX_ITEM } from "../../platform/table/webhook-items.ts";
import {
  type DeliveryName,
  deliveriesOf,
  deliveryKey,
  dueIndexKey,
  dueItem,
  dueUntil,
  outboxKey,
} from "../../platform/table/webhook-keys.ts";
import { logExpiry, WebhookDelivery } from "./delivery.ts";
import { MESSAGE_TYPES, type WebhookEvent } from "./event-types.ts";
import { messageOfEvent, type WebhookMessage, type WebhookWork } from "./message.ts";

const nameOf = ({ webhook_id, id }: WebhookDelivery): DeliveryName => ({
  webhook_id,
  message_id: id,
});

function itemOf(account: string, delivery: WebhookDelivery) {
  const { next_attempt_at } = delivery;
  return {
    ...deliveryKey(account, nameOf(delivery)),
    ...versionOf(DELIVERY_ITEM),
    ...delivery,
    ...(next_attempt_at === undefined ? {} : dueIndexKey(next_attempt_at)),
  };
}

/** Stores a new delivery; an existing one stays unchanged. */
export async function insertDelivery(account: string, delivery: WebhookDelivery): Promise<void> {
  await ifConditionHolds(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: itemOf(account, delivery),
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );
}

/** Reads a delivery, strongly consistent; undefined when there is none. */
export async function loadDelivery(
  account: string,
  name: DeliveryName,
): Promise<WebhookDelivery | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: deliveryKey(account, name),
      ConsistentRead: true,
    }),
  );
  return Item && WebhookDelivery.parse(Item);
}

/** Reads at most `limit` deliveries to a webhook, of messages before `before`, the newest first. */
export async function listDeliveries(
  account: string,
  webhook_id: string,
  limit: number,
  before?: string,
): Promise<WebhookDelivery[]> {
  const query = {
    ...deliveriesOf(account, webhook_id),
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: limit,
  };
  const after = before && deliveryKey(account, { webhook_id, message_id: before });
  const { items } = await queryPage(query, after || undefined);
  return items.map((item) => WebhookDelivery.parse(item));
}

/**
 * Claims a due delivery until `until`. No other worker can claim it before; afterwards it is due again unless its
 * result was saved. Returns undefined when the delivery is not due, or another worker was faster.
 */
export async function claimDelivery(
  account: string,
  name: DeliveryName,
  now: Date,
  until: string,
): Promise<WebhookDelivery | undefined> {
  const claimed = await ifConditionHolds(
    dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: deliveryKey(account, name),
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
  account: string,
  seen: WebhookDelivery,
  delivery: WebhookDelivery,
): Promise<boolean> =>
  (await ifConditionHolds(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: itemOf(account, delivery),
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

const OutboxItem = z.object({
  id: z.string(),
  type: z.enum(MESSAGE_TYPES),
  timestamp: z.iso.datetime(),
  body: z.string(),
});

/** Reads an outbox message that is not closed yet. */
export async function loadOutboxMessage(
  account: string,
  id: string,
): Promise<WebhookMessage | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: outboxKey(account, id), ConsistentRead: true }),
  );
  const { gsi1pk, ...message } = Item ?? {};
  return gsi1pk === undefined ? undefined : OutboxItem.parse(message);
}

/** Closes an outbox message, whose deliveries now exist, so that it is no longer due. */
export async function closeOutboxMessage(account: string, id: string): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: outboxKey(account, id),
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

/** Builds a message with a new id. */
export const newMessage = (account: string, event: WebhookEvent, now: Date): WebhookMessage =>
  messageOfEvent(account, event, now, randomBytes(8).toString("hex"));

/**
 * Builds the outbox item of an event. It is written in one transaction with its cause, so that the event is delivered
 * even after a crash.
 */
export function outboxItem(account: string, event: WebhookEvent, now: Date) {
  const message = newMessage(account, event, now);
  const item = { ...message, ...dueIndexKey(message.timestamp), expires_at: logExpiry(now) };
  return { key: outboxKey(account, message.id), definition: OUTBOX_ITEM, item } as const;
}

/** Builds the outbox item of an event as an action of a transaction. */
export function outboxPut(account: string, event: WebhookEvent, now: Date) {
  const { key, definition, item } = outboxItem(account, event, now);
  return { Put: { TableName: tableName(), Item: { ...key, ...versionOf(definition), ...item } } };
}
