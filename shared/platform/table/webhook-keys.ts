import { INDEX, type Key } from "./keys.ts";

/*
 * The keys of webhooks and their deliveries. Secrets have their own partition, so that IAM allows only three functions
 * to access it. The index lists outbox messages and deliveries by the instant at which they are due.
 */
export const webhooksKey = (account: string): Key => ({
  pk: `WEBHOOKS#${account}`,
  sk: "WEBHOOKS",
});

export const webhookSecretKey = (account: string, webhookId: string): Key => ({
  pk: `WEBHOOK_SECRETS#${account}`,
  sk: webhookId,
});

export const webhookTurnKey = (account: string, webhookId: string): Key => ({
  pk: `WEBHOOK_TURNS#${account}`,
  sk: webhookId,
});

const OUTBOX = "OUTBOX#";

export const outboxKey = (account: string, messageId: string): Key => ({
  pk: `${OUTBOX}${account}`,
  sk: messageId,
});

/** The identity of a delivery within an account. */
export type DeliveryName = { readonly webhook_id: string; readonly message_id: string };

const DELIVERIES = "DELIVERIES#";

export const deliveryKey = (account: string, { webhook_id, message_id }: DeliveryName): Key => ({
  pk: `${DELIVERIES}${account}`,
  sk: `${webhook_id}#${message_id}`,
});

/** The deliveries to a webhook, in the order of their messages. */
export const deliveriesOf = (account: string, webhook_id: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :webhook)",
  ExpressionAttributeValues: {
    ":pk": deliveryKey(account, { webhook_id, message_id: "" }).pk,
    ":webhook": `${webhook_id}#`,
  },
});

/** Returns the index key of an item that is due at an instant. Finished items are not in the index. */
export const dueIndexKey = (at: string) => ({ gsi1pk: "WEBHOOKS_DUE", gsi1sk: at });

/** Queries the items that are due by `at`, the longest overdue first. */
export const dueUntil = (at: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk <= :at",
  ExpressionAttributeValues: { ":pk": dueIndexKey("").gsi1pk, ":at": at },
});

/** Returns the account and ids of a due item: a delivery, or a message when there is no webhook id. */
export function dueItem({ pk, sk }: Key) {
  const account = pk.slice(pk.indexOf("#") + 1);
  if (pk.startsWith(OUTBOX)) return { account, message_id: sk };
  const [webhook_id = "", message_id = ""] = sk.split("#");
  return { account, message_id, webhook_id };
}
