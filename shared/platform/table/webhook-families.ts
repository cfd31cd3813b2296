import { ANY, type Family, listed, partitionOf } from "./family.ts";
import {
  deliveryKey,
  dueIndexKey,
  outboxKey,
  webhookSecretKey,
  webhooksKey,
} from "./webhook-keys.ts";

/** The items of webhooks: who is told, with what it is signed, what happened, and how far that got. */
export const WEBHOOK_FAMILIES = {
  webhooks: {
    items: [webhooksKey(ANY)],
    reads: ["GetItem"],
    writes: ["PutItem"],
    unjournaled: true,
  },
  webhook_secrets: {
    items: [partitionOf(webhookSecretKey(ANY, ANY))],
    reads: ["GetItem"],
    writes: ["UpdateItem"],
    unjournaled: true,
  },
  outbox: {
    items: [partitionOf(outboxKey(ANY, ANY))],
    reads: ["GetItem"],
    writes: ["PutItem", "UpdateItem"],
    expires: true,
    unjournaled: true,
  },
  deliveries: {
    items: [partitionOf(deliveryKey(ANY, { webhook_id: ANY, message_id: ANY }))],
    reads: ["GetItem", "Query"],
    writes: ["PutItem", "UpdateItem"],
    expires: true,
    unjournaled: true,
  },
  webhooks_due: listed(dueIndexKey(ANY)),
} as const satisfies Record<string, Family>;
