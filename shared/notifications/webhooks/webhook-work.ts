import * as z from "zod";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { GetCommand, UpdateCommand } from "../../platform/dynamodb/commands.ts";
import { pages } from "../../platform/dynamodb/read.ts";
import type { Key } from "../../platform/table/keys.ts";
import { dueItem, dueUntil, outboxKey } from "../../platform/table/webhook-keys.ts";
import { MESSAGE_TYPES } from "./event-types.ts";
import type { WebhookMessage } from "./message.ts";
import type { WebhookWork } from "./queue-message.ts";

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
