import * as z from "zod";
import type { Key } from "../table/keys.ts";
import { dueItem, dueUntil, outboxKey } from "../table/webhook-keys.ts";
import { MESSAGE_TYPES } from "../webhooks/event-types.ts";
import type { WebhookMessage } from "../webhooks/message.ts";
import type { WebhookWork } from "../webhooks/queue-message.ts";
import { GetCommand, UpdateCommand } from "./commands.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { pages } from "./query.ts";

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
