import { dispatchWebhooks } from "../../shared/notifications/webhooks/deliver.ts";
import { announceWebhookWork } from "../../shared/notifications/webhooks/queue.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

/** What could not be sent is due as before, and the next minute finds it. */
export const handler = loggedJob("dispatchWebhooks", () =>
  dispatchWebhooks(announceWebhookWork, new Date()),
);
