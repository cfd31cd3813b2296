import { dispatchWebhooks } from "../../shared/notifications/webhooks/deliver.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

/** Work that could not be sent stays due, and the next minute finds it. */
export const handler = loggedJob("dispatchWebhooks", () => dispatchWebhooks(new Date()));
