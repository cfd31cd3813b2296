import { INDEX, type Key } from "./keys.ts";

/*
 * The keys of webhooks and their deliveries. Secrets have a partition of their own, so that IAM keeps all but three
 * functions away from them. Messages to hand on and deliveries to try are listed in the index by the instant at which
 * they are due.
 */
export const webhooksKey = (account: string): Key => ({
  pk: `WEBHOOKS#${account}`,
  sk: "WEBHOOKS",
});

export const webhookSecretKey = (account: string, webhookId: string): Key => ({
  pk: `WEBHOOK_SECRETS#${account}`,
  sk: webhookId,
});

const OUTBOX = "OUTBOX#";

export const outboxKey = (account: string, messageId: string): Key => ({
  pk: `${OUTBOX}${account}`,
  sk: messageId,
});

/** What tells the deliveries of an account apart. */
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

/** Under which the index lists what has to be done at an instant; of what is done it lists nothing. */
export const dueIndexKey = (at: string) => ({ gsi1pk: "WEBHOOKS_DUE", gsi1sk: at });

/** What is due by then, the longest first. */
export const dueUntil = (at: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk <= :at",
  ExpressionAttributeValues: { ":pk": dueIndexKey("").gsi1pk, ":at": at },
});

/** The account of an item that is due, and what it is: a delivery, or without a webhook a message. */
export function dueItem({ pk, sk }: Key) {
  const account = pk.slice(pk.indexOf("#") + 1);
  if (pk.startsWith(OUTBOX)) return { account, message_id: sk };
  const [webhook_id = "", message_id = ""] = sk.split("#");
  return { account, message_id, webhook_id };
}
