import { webhookWorker } from "../../shared/notifications/webhooks/deliver.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("deliverWebhook", webhookWorker());
