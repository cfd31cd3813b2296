import { DomainError, notFound } from "../../core/errors/errors.ts";
import { newDelivery, replayed, type WebhookDelivery } from "./delivery.ts";
import { workingWebhook } from "./manage.ts";
import { announceWebhookWork } from "./queue.ts";
import { insertDelivery, loadDelivery, saveDelivery } from "./store-deliveries.ts";
import { newMessage } from "./webhook-outbox.ts";

/**
 * Sends a test message to one webhook, whatever it listens to.
 * @throws DomainError `not_found`, `webhook_disabled`
 */
export async function testWebhook(
  account: string,
  webhook_id: string,
  now: Date,
): Promise<WebhookDelivery> {
  await workingWebhook(account, webhook_id);
  const message = newMessage(account, { type: "webhook.test", data: { webhook_id } }, now);
  const delivery = newDelivery(webhook_id, message, now);
  await insertDelivery(account, delivery);
  await announceWebhookWork([{ account, webhook_id, message_id: delivery.id }]);
  return delivery;
}

/**
 * Sends a message again, with the same id and to the letter.
 * @throws DomainError `not_found`, `webhook_disabled`, `delivery_under_way`
 */
export async function replayDelivery(
  account: string,
  { id, delivery_id }: { readonly id: string; readonly delivery_id: string },
  now: Date,
): Promise<WebhookDelivery> {
  await workingWebhook(account, id);
  const name = { webhook_id: id, message_id: delivery_id };
  const seen = await loadDelivery(account, name);
  if (!seen) throw notFound("delivery");
  const again = replayed(seen, now);
  const isFree = seen.state !== "pending" && (await saveDelivery(account, seen, again));
  if (!isFree) {
    throw new DomainError("delivery_under_way", "the delivery is under way, or waits for a retry");
  }
  await announceWebhookWork([{ account, ...name }]);
  return again;
}
