import { randomBytes } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
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

/** Keeps a delivery that is not there yet; one that is there stays as it is. */
export async function insertDelivery(account: string, delivery: WebhookDelivery): Promise<void> {
  await orFalse(
    new PutCommand({
      TableName: tableName(),
      Item: itemOf(account, delivery),
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

/** The delivery, read strongly; undefined when there is none. */
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

/** At most `limit` deliveries to a webhook of messages before `before`, the newest first. */
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
 * Takes a delivery that is due: until `until` nobody else does, and then it is due again unless what came of it was
 * saved. Undefined when it is not due, or another worker was faster.
 */
export async function claimDelivery(
  account: string,
  name: DeliveryName,
  now: Date,
  until: string,
): Promise<WebhookDelivery | undefined> {
  try {
    const { Attributes } = await dynamo.send(
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
    );
    return WebhookDelivery.parse(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Keeps a delivery in the place of what was seen of it; false when it is another one by now. */
export const saveDelivery = (
  account: string,
  seen: WebhookDelivery,
  delivery: WebhookDelivery,
): Promise<boolean> =>
  orFalse(
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
  );

/** False where the condition of a write did not hold. */
async function orFalse(command: InstanceType<typeof PutCommand>): Promise<boolean> {
  try {
    await dynamo.send(command);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

const OutboxItem = z.object({
  id: z.string(),
  type: z.enum(MESSAGE_TYPES),
  timestamp: z.iso.datetime(),
  body: z.string(),
});

/** The message of that id while it is not handed on. */
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

/** Notes that a message has become deliveries, so that nobody looks for it any more. */
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

/** What is due by `now` of all accounts, the longest first, page by page. */
export async function* dueWebhookWork(now: Date): AsyncGenerator<WebhookWork[]> {
  for await (const items of pages({ ...dueUntil(now.toISOString()), Limit: DUE_AT_ONCE })) {
    if (items.length > 0) yield items.map((item) => dueItem(item as Key));
  }
}

/** A message of a new id. */
export const newMessage = (account: string, event: WebhookEvent, now: Date): WebhookMessage =>
  messageOfEvent(account, event, now, randomBytes(8).toString("hex"));

/**
 * An event as an item that is written in one transaction with what has happened: both are there, or neither. From
 * then on it is told, whatever dies.
 */
export function outboxItem(account: string, event: WebhookEvent, now: Date) {
  const message = newMessage(account, event, now);
  const item = { ...message, ...dueIndexKey(message.timestamp), expires_at: logExpiry(now) };
  return { key: outboxKey(account, message.id), definition: OUTBOX_ITEM, item } as const;
}

/** The same as an action of a transaction. */
export function outboxPut(account: string, event: WebhookEvent, now: Date) {
  const { key, definition, item } = outboxItem(account, event, now);
  return { Put: { TableName: tableName(), Item: { ...key, ...versionOf(definition), ...item } } };
}
