import type { LedgerId } from "../../../shared/core/ids.ts";
import { doWebhookWork } from "../../../shared/notifications/webhooks/deliver.ts";
import type { Outside } from "../../../shared/notifications/webhooks/http-client.ts";
import { MOST_WEBHOOKS } from "../../../shared/notifications/webhooks/webhook.ts";
import type { Keys } from "./keys.ts";
import type { Recorder } from "./recorder.ts";

const ACCOUNT = "my-shop" as LedgerId;

/** A network in which the receiver's name cannot be resolved. */
const NOWHERE: Outside = {
  resolve: async () => {
    throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
  },
  allowLoopback: false,
  beginMs: 1,
  wholeMs: 1000,
};

export async function recordWebhooks(
  recorder: Recorder,
  { loseDelivery }: Pick<Keys, "loseDelivery">,
): Promise<void> {
  const url = "https://shop.example/webhooks/vat";
  const made = await recorder.show("createWebhook", "Tell the shop of locks and late changes", {
    body: { url, events: ["period.locked", "late_change.recorded"], description: "Shop" },
  });
  const path = { id: String(made["id"]) };
  await recorder.show("listWebhooks", "All of them");
  await recorder.show("getWebhook", "One of them", { path });
  const sent = await recorder.show("testWebhook", "A test message", { path });
  const delivery = { ...path, delivery_id: String(sent["id"]) };
  await recorder.refused("delivery_under_way", "replayWebhookDelivery", { path: delivery });
  await loseDelivery(path.id, delivery.delivery_id);
  await recorder.show("listWebhookDeliveries", "After a first attempt in vain", { path });
  await recorder.show("updateWebhook", "Disabled for a while", { path, body: { enabled: false } });
  await recorder.refused("webhook_disabled", "testWebhook", { path });
  await recorder.prepare("updateWebhook", { path, body: { enabled: true } });
  await giveUp(delivery.delivery_id, path.id);
  await recorder.show("replayWebhookDelivery", "Once more", { path: delivery });
  await recorder.show("rotateWebhookSecret", "A new secret", { path });
  await recorder.show("deleteWebhook", "No longer wanted", { path });
  for (let n = 0; n < MOST_WEBHOOKS; n += 1) {
    await recorder.prepare("createWebhook", { body: { url, events: ["period.filed"] } });
  }
  await recorder.refused("webhook_limit_reached", "createWebhook", {
    body: { url, events: ["period.filed"] },
  });
}

/** Makes one attempt, which fails. */
export async function loseDelivery(webhook_id: string, message_id: string): Promise<void> {
  const tools = {
    send: async () => {},
    now: () => new Date(),
    random: () => 0.5,
    outside: NOWHERE,
  };
  await doWebhookWork({ account: ACCOUNT, webhook_id, message_id }, tools);
}

/** Ends a delivery as if its retries were over. */
async function giveUp(message_id: string, webhook_id: string): Promise<void> {
  const { loadDelivery, saveDelivery } = await import(
    "../../../shared/notifications/webhooks/store-deliveries.ts"
  );
  const delivery = await loadDelivery(ACCOUNT, { webhook_id, message_id });
  if (!delivery) throw new Error(`there is no delivery ${message_id}`);
  const { next_attempt_at, ...ended } = delivery;
  await saveDelivery(ACCOUNT, delivery, { ...ended, state: "failed" });
}
