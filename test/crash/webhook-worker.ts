import { webhookTools } from "../stack/webhook-tools.ts";

/*
 * A worker in a process of its own, to be killed: it does the work of its first argument, at the instant of its second.
 */
const [work = "", now = ""] = process.argv.slice(2);
// Imported late: the client of the table reads the environment when it is imported.
const { doWebhookWork } = await import("../../shared/notifications/webhooks/deliver.ts");
const { WebhookWork } = await import("../../shared/notifications/webhooks/message.ts");
await doWebhookWork(WebhookWork.parse(JSON.parse(work)), webhookTools(new Date(now)));
process.exit();
