import { dispatchWebhooks } from "../../shared/notifications/webhooks/deliver.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

/** Runs every minute; work that could not be sent stays due for the next run. */
export const handler = loggedJob("dispatchWebhooks", () => dispatchWebhooks(new Date()));
