import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { existingWebhook } from "../../shared/notifications/webhooks/manage.ts";
import {
  WebhookPath,
  WebhookView,
  webhookView,
} from "../../shared/notifications/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.getWebhook,
  path: WebhookPath,
  output: WebhookView,
  run: async ({ ledger, scope, path, now }) =>
    webhookView(await existingWebhook(ledger, path.id), now, scope),
});
