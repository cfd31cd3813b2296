import { ANY, ANYTHING, defineItem, OF_FIRST_FORM } from "./item.ts";
import {
  deliveryKey,
  outboxKey,
  webhookSecretKey,
  webhooksKey,
  webhookTurnKey,
} from "./webhook-keys.ts";

export const WEBHOOKS_ITEM = defineItem({
  name: "webhooks",
  key: webhooksKey(ANY),
  version: 2,
  group: "webhooks",
  reads: ["GetItem"],
  writes: ["PutItem"],
  journal: { changes: ANYTHING, rises: ["version"], mayPredate: [OF_FIRST_FORM] },
  sandbox: "removed",
});

/** The secrets of a webhook. IAM allows only three functions to access their partition. */
export const WEBHOOK_SECRET_ITEM = defineItem({
  name: "webhook secret",
  key: webhookSecretKey(ANY, ANY),
  version: 2,
  group: "webhook_secrets",
  reads: ["GetItem"],
  writes: ["UpdateItem"],
  journal: {
    changes: ["current", "former", "former_until", "schema_version"],
    mayPredate: [OF_FIRST_FORM],
  },
  sandbox: "removed",
});

/** The message that is on its way to a webhook, and the pause of a receiver that does not answer. */
export const WEBHOOK_TURN_ITEM = defineItem({
  name: "webhook turn",
  key: webhookTurnKey(ANY, ANY),
  version: 1,
  group: "webhook_turns",
  reads: ["GetItem"],
  writes: ["UpdateItem"],
  journal: false,
  expires: true,
  sandbox: "removed",
});

/** An event from which deliveries to webhooks are still to be created. */
export const OUTBOX_ITEM = defineItem({
  name: "outbox message",
  key: outboxKey(ANY, ANY),
  version: 1,
  group: "outbox",
  reads: ["GetItem"],
  writes: ["PutItem", "UpdateItem"],
  journal: false,
  expires: true,
  sandbox: "removed",
});

/** One message to one webhook, with its attempts. */
export const DELIVERY_ITEM = defineItem({
  name: "webhook delivery",
  key: deliveryKey(ANY, { webhook_id: ANY, message_id: ANY }),
  version: 1,
  group: "deliveries",
  reads: ["GetItem", "Query"],
  writes: ["PutItem", "UpdateItem"],
  journal: false,
  expires: true,
  sandbox: "removed",
});
