import { randomBytes } from "node:crypto";
import { versionOf } from "../table/schema-versions.ts";
import { dueIndexKey, outboxKey } from "../table/webhook-keys.ts";
import type { WebhookEvent } from "../webhooks/event-types.ts";
import { logExpiry } from "../webhooks/log-expiry.ts";
import { messageOfEvent, type WebhookMessage } from "../webhooks/message.ts";
import { tableName } from "./dynamo.ts";

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
