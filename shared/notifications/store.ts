import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { dynamo, tableName } from "../platform/dynamodb/client.ts";
import { TransactWriteCommand, UpdateCommand } from "../platform/dynamodb/commands.ts";
import { queryAll } from "../platform/dynamodb/read.ts";
import { noticeKey, noticesOf } from "../platform/table/keys.ts";
import { versionOf } from "../platform/table/schema-versions.ts";
import { Notice, type NoticeOf } from "./notification.ts";
import { noticeEvent } from "./webhooks/events.ts";
import { outboxPut } from "./webhooks/webhook-outbox.ts";

/** All notices of the account, read strongly: some a year, and one for each period that changes late. */
export async function loadNotices(account: string): Promise<Notice[]> {
  const items = await queryAll({ ...noticesOf(account), ConsistentRead: true });
  return items.map((item) => Notice.parse(item));
}

type ReturnNotice = NoticeOf<"return.due_soon"> | NoticeOf<"late_change.recorded">;

/** Keeps a notice, and tells webhooks of it, unless another worker has been faster. */
export async function keepNotice(account: string, notice: ReturnNotice, now: Date): Promise<void> {
  const isLate = notice.kind === "late_change.recorded";
  const Put = {
    TableName: tableName(),
    Item: { ...noticeKey(account, notice.id), ...versionOf("notice"), ...notice },
    // A late change that goes on takes the place of its notice, and is unread again.
    ConditionExpression: isLate
      ? "attribute_not_exists(pk) OR changes < :changes"
      : "attribute_not_exists(pk)",
    ...(isLate ? { ExpressionAttributeValues: { ":changes": notice.changes } } : {}),
  };
  const told = outboxPut(account, noticeEvent(notice, now), now);
  try {
    await dynamo.send(new TransactWriteCommand({ TransactItems: [{ Put }, told] }));
  } catch (error) {
    // The next round looks again, whatever was in the way.
    if (!(error instanceof TransactionCanceledException)) throw error;
  }
}

/** Marks a notice as read; the first time stays. Undefined when the account has no such one. */
export async function markNoticeRead(
  account: string,
  id: string,
  now: Date,
): Promise<Notice | undefined> {
  try {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: noticeKey(account, id),
        UpdateExpression: "SET read_at = if_not_exists(read_at, :now)",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":now": now.toISOString() },
        ReturnValues: "ALL_NEW",
      }),
    );
    return Notice.parse(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
