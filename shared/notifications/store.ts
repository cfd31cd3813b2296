import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { PutCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../core/ids.ts";
import { dynamo, ifConditionHolds, queryAll, tableName } from "../platform/dynamodb/client.ts";
import { parseReadable } from "../platform/dynamodb/readable-items.ts";
import { versionOf } from "../platform/table/item.ts";
import { NOTICE_ITEM, NOTIFICATION_ITEM } from "../platform/table/items.ts";
import { noticeKey, noticesOf, notificationKey, notificationsOf } from "../platform/table/keys.ts";
import {
  Notice,
  Notification,
  type ReturnNotice,
  type StoredNotification,
} from "./notification.ts";
import type { NotificationRecord } from "./texts.ts";
import { noticeEvent, thresholdEvent } from "./webhooks/message.ts";
import { outboxPut } from "./webhooks/store-deliveries.ts";

/**
 * Reads all notices of the account, strongly consistent. There are a few each year, and one for each period that
 * changes late.
 */
export async function loadNotices(ledger: LedgerId): Promise<Notice[]> {
  const items = await queryAll({ ...noticesOf(ledger), ConsistentRead: true });
  return parseReadable(items, (item) => Notice.parse(item));
}

/**
 * Returns the condition under which a notice is stored: that the former one with its id is still the one that was read. The
 * days of two workers say nothing about who is first, because the clock of a sandbox passes months in a second.
 */
const asRead = (former: Notice | undefined) =>
  former
    ? {
        ConditionExpression: "created_at = :former",
        ExpressionAttributeValues: { ":former": former.created_at },
      }
    : { ConditionExpression: "attribute_not_exists(pk)" };

/** Returns the write of a notice that replaces a former one with its id. */
export const noticePut = (ledger: LedgerId, notice: Notice) => ({
  Put: {
    TableName: tableName(),
    Item: { ...noticeKey(ledger, notice.id), ...versionOf(NOTICE_ITEM), ...notice },
  },
});

/** Stores a notice that has no webhook event, once. */
export async function keepNoticeOnce(ledger: LedgerId, notice: Notice): Promise<void> {
  const Item = { ...noticeKey(ledger, notice.id), ...versionOf(NOTICE_ITEM), ...notice };
  const ConditionExpression = "attribute_not_exists(pk)";
  const put = new PutCommand({ TableName: tableName(), Item, ConditionExpression });
  await ifConditionHolds(dynamo.send(put));
}

/**
 * Stores a notice and its webhook event, unless another worker was faster.
 * @param known the notices that it was decided by
 */
export async function keepNotice(
  ledger: LedgerId,
  notice: ReturnNotice,
  known: readonly Notice[],
  now: Date,
): Promise<void> {
  const Put = {
    TableName: tableName(),
    Item: { ...noticeKey(ledger, notice.id), ...versionOf(NOTICE_ITEM), ...notice },
    ...asRead(known.find(({ id }) => id === notice.id)),
  };
  const outboxWrite = outboxPut(ledger, noticeEvent(notice, now), now);
  try {
    await dynamo.send(new TransactWriteCommand({ TransactItems: [{ Put }, outboxWrite] }));
  } catch (error) {
    // The next run retries, whatever the conflict was.
    if (!(error instanceof TransactionCanceledException)) throw error;
  }
}

/** Returns the change that records an instant, and retains the first one; without an instant it takes the record back. */
const stampOf = (name: "published_at" | "read_at", at: Date | undefined) =>
  at
    ? {
        UpdateExpression: `SET ${name} = if_not_exists(${name}, :at)`,
        ExpressionAttributeValues: { ":at": at.toISOString() },
      }
    : { UpdateExpression: `REMOVE ${name}` };

/**
 * Marks a notice as read, or without an instant as unread. Returns undefined when the account has no such notice.
 */
export async function markNoticeRead(
  ledger: LedgerId,
  id: string,
  at: Date | undefined,
): Promise<Notice | undefined> {
  const marked = await ifConditionHolds(
    dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: noticeKey(ledger, id),
        ...stampOf("read_at", at),
        ConditionExpression: "attribute_exists(pk)",
        ReturnValues: "ALL_NEW",
      }),
    ),
  );
  return marked && Notice.parse(marked.Attributes);
}

export const NotificationItem = z.object({
  ...Notification.shape,
  // Older crossings were stored without these.
  crossed_on_eur: Notification.shape.crossed_on_eur.default(null),
  deciding_currency: Notification.shape.deciding_currency.default("EUR"),
  registered: Notification.shape.registered.default(false),
  read_at: z.string().optional(),
  published_at: z.string().optional(),
});

/** Reads all crossings of the account, two a year at most, strongly consistent. */
export async function loadCrossings(ledger: LedgerId): Promise<StoredNotification[]> {
  const items = await queryAll({ ...notificationsOf(ledger), ConsistentRead: true });
  return items.map(notificationIn);
}

/**
 * Stores these notifications in one transaction.
 * @throws TransactionCanceledException when one of them is already stored: another worker was faster.
 */
export async function insertNotifications(
  ledger: LedgerId,
  notifications: readonly Notification[],
  now?: Date,
): Promise<void> {
  const TransactItems = notifications.flatMap((notification) => {
    const { read_at, ...unread } = notification;
    const Put = {
      TableName: tableName(),
      Item: { ...notificationKey(ledger, unread.id), ...versionOf(NOTIFICATION_ITEM), ...unread },
      ConditionExpression: "attribute_not_exists(pk)",
    };
    const at = now ?? new Date(unread.created_at);
    return [{ Put }, outboxPut(ledger, thresholdEvent(notification), at)];
  });
  await dynamo.send(new TransactWriteCommand({ TransactItems }));
}

/** Records that the notification was published on the event bus; retains the first instant. */
export const markPublished = (ledger: LedgerId, id: string, now: Date) =>
  stamp(ledger, id, "published_at", now);

/**
 * Marks a notification as read, or without an instant as unread. Returns undefined when the account has no such
 * notification.
 */
export const markRead = (ledger: LedgerId, id: string, at: Date | undefined) =>
  stamp(ledger, id, "read_at", at);

async function stamp(
  ledger: LedgerId,
  id: string,
  name: "published_at" | "read_at",
  at: Date | undefined,
): Promise<StoredNotification | undefined> {
  const stamped = await ifConditionHolds(
    dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: notificationKey(ledger, id),
        ...stampOf(name, at),
        ConditionExpression: "attribute_exists(pk)",
        ReturnValues: "ALL_NEW",
      }),
    ),
  );
  return stamped && notificationIn(stamped.Attributes);
}

function notificationIn(item: unknown): StoredNotification {
  const { read_at = null, ...notification } = NotificationItem.parse(item);
  return { ...notification, read_at };
}

/** Loads the crossings of the threshold and all notices of the account. */
export async function loadNotifications(ledger: LedgerId): Promise<NotificationRecord[]> {
  const [crossings, notices] = await Promise.all([loadCrossings(ledger), loadNotices(ledger)]);
  return [...crossings, ...notices];
}
