import { dispatchWebhooks } from "../../shared/flows/dispatch-webhooks.ts";
import { announceWebhookWork } from "../../shared/store/webhook-queue.ts";
import { loggedJob } from "../../shared/telemetry/job-log.ts";

/** What could not be sent is due as before, and the next minute finds it. */
export const handler = loggedJob("dispatchWebhooks", () =>
  dispatchWebhooks(announceWebhookWork, new Date()),
);
