import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { deleteWebhook } from "../../shared/notifications/webhooks/manage.ts";
import {
  WebhookPath,
  WebhookView,
  webhookView,
} from "../../shared/notifications/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.deleteWebhook,
  path: WebhookPath,
  output: WebhookView,
  run: async ({ ledger, path, now }) => webhookView(await deleteWebhook(ledger, path.id), now),
});
