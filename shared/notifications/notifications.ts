import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { dynamo, tableName } from "../platform/dynamodb/client.ts";
import { TransactWriteCommand, UpdateCommand } from "../platform/dynamodb/commands.ts";
import { queryAll } from "../platform/dynamodb/read.ts";
import { notificationKey, notificationsOf } from "../platform/table/keys.ts";
import { versionOf } from "../platform/table/schema-versions.ts";
import { type KeptNotification, Notification } from "./threshold-notification.ts";
import { thresholdEvent } from "./webhooks/events.ts";
import { outboxPut } from "./webhooks/webhook-outbox.ts";

const NotificationItem = z.object({
  ...Notification.shape,
  read_at: z.string().optional(),
  published_at: z.string().optional(),
});

/** All notifications of the account, two a year at most, read strongly. */
export async function loadNotifications(account: string): Promise<KeptNotification[]> {
  const items = await queryAll({ ...notificationsOf(account), ConsistentRead: true });
  return items.map(notificationIn);
}

/**
 * Keeps these notifications, all or none.
 * @throws TransactionCanceledException when one of them is kept already: another worker was faster.
 */
export async function insertNotifications(
  account: string,
  notifications: readonly Notification[],
): Promise<void> {
  const TransactItems = notifications.flatMap((notification) => {
    const { read_at, ...unread } = notification;
    const Put = {
      TableName: tableName(),
      Item: { ...notificationKey(account, unread.id), ...versionOf("notification"), ...unread },
      ConditionExpression: "attribute_not_exists(pk)",
    };
    const at = new Date(unread.created_at);
    return [{ Put }, outboxPut(account, thresholdEvent(notification), at)];
  });
  await dynamo.send(new TransactWriteCommand({ TransactItems }));
}

/** Notes that the notification is on the bus; the first time stays. */
export const markPublished = (account: string, id: string, now: Date) =>
  stamp(account, id, "published_at", now);

/** Marks a notification as read; the first time stays. Undefined when the account has no such one. */
export const markRead = (account: string, id: string, now: Date) =>
  stamp(account, id, "read_at", now);

async function stamp(
  account: string,
  id: string,
  name: "published_at" | "read_at",
  now: Date,
): Promise<KeptNotification | undefined> {
  try {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: notificationKey(account, id),
        UpdateExpression: "SET #name = if_not_exists(#name, :now)",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeNames: { "#name": name },
        ExpressionAttributeValues: { ":now": now.toISOString() },
        ReturnValues: "ALL_NEW",
      }),
    );
    return notificationIn(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

function notificationIn(item: unknown): KeptNotification {
  const { read_at = null, ...notification } = NotificationItem.parse(item);
  return { ...notification, read_at };
}
