import { randomBytes } from "node:crypto";
import { tableName } from "../../platform/dynamodb/client.ts";
import { versionOf } from "../../platform/table/schema-versions.ts";
import { dueIndexKey, outboxKey } from "../../platform/table/webhook-keys.ts";
import type { WebhookEvent } from "./event-types.ts";
import { logExpiry } from "./log-expiry.ts";
import { messageOfEvent, type WebhookMessage } from "./message.ts";

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
  return { key: outboxKey(account, message.id), kind: "outbox_message", item } as const;
}

/** The same as an action of a transaction. */
export function outboxPut(account: string, event: WebhookEvent, now: Date) {
  const { key, kind, item } = outboxItem(account, event, now);
  return { Put: { TableName: tableName(), Item: { ...key, ...versionOf(kind), ...item } } };
}
