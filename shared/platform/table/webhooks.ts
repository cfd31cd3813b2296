import type { LedgerId } from "../../core/ids.ts";
import { ANY, ANYTHING, defineItem, OF_FIRST_FORM } from "./item.ts";
import { INDEX, type Key, ledgerOfKey } from "./keys.ts";

/*
 * The keys of webhooks and their deliveries. Secrets have their own partition, so that IAM allows few functions to
 * access it. The index lists outbox messages and deliveries by the instant at which they are due.
 */
export const webhooksKey = (ledger: LedgerId): Key => ({
  pk: `WEBHOOKS#${ledger}`,
  sk: "WEBHOOKS",
});

export const webhookSecretKey = (ledger: LedgerId, webhookId: string): Key => ({
  pk: `WEBHOOK_SECRETS#${ledger}`,
  sk: webhookId,
});

export const webhookTurnKey = (ledger: LedgerId, webhookId: string): Key => ({
  pk: `WEBHOOK_TURNS#${ledger}`,
  sk: webhookId,
});

const OUTBOX = "OUTBOX#";

export const outboxKey = (ledger: LedgerId, messageId: string): Key => ({
  pk: `${OUTBOX}${ledger}`,
  sk: messageId,
});

/** The identity of a delivery within an account. */
export type DeliveryName = { readonly webhook_id: string; readonly message_id: string };

const DELIVERIES = "DELIVERIES#";

export const deliveryKey = (ledger: LedgerId, { webhook_id, message_id }: DeliveryName): Key => ({
  pk: `${DELIVERIES}${ledger}`,
  sk: `${webhook_id}#${message_id}`,
});

/** The deliveries to a webhook, in the order of their messages. */
export const deliveriesOf = (ledger: LedgerId, webhook_id: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :webhook)",
  ExpressionAttributeValues: {
    ":pk": deliveryKey(ledger, { webhook_id, message_id: "" }).pk,
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
  const ledger = ledgerOfKey({ pk });
  if (pk.startsWith(OUTBOX)) return { account: ledger, message_id: sk };
  const [webhook_id = "", message_id = ""] = sk.split("#");
  return { account: ledger, message_id, webhook_id };
}

export const WEBHOOKS_ITEM = defineItem({
  name: "webhooks",
  key: webhooksKey(ANY),
  version: 2,
  group: "webhooks",
  journal: { changes: ANYTHING, rises: ["version"], mayPredate: [OF_FIRST_FORM] },
});

/** The sealed secrets of a webhook. IAM allows only the functions that sign, make, replace and delete to access them. */
export const WEBHOOK_SECRET_ITEM = defineItem({
  name: "webhook secret",
  key: webhookSecretKey(ANY, ANY),
  version: 3,
  group: "webhook_secrets",
  journal: {
    changes: ["current", "former", "former_until", "schema_version"],
    mayPredate: [OF_FIRST_FORM],
  },
});

/** The message that is on its way to a webhook, and the pause of a receiver that does not answer. */
export const WEBHOOK_TURN_ITEM = defineItem({
  name: "webhook turn",
  key: webhookTurnKey(ANY, ANY),
  group: "webhook_turns",
  journal: false,
  expires: true,
});

/** An event from which deliveries to webhooks are still to be created. */
export const OUTBOX_ITEM = defineItem({
  name: "outbox message",
  key: outboxKey(ANY, ANY),
  group: "outbox",
  journal: false,
  expires: true,
});

/** One message to one webhook, with its attempts. */
export const DELIVERY_ITEM = defineItem({
  name: "webhook delivery",
  key: deliveryKey(ANY, { webhook_id: ANY, message_id: ANY }),
  group: "deliveries",
  journal: false,
  expires: true,
});
