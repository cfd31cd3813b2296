import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { changeWebhook } from "../../shared/notifications/webhooks/manage.ts";
import {
  WebhookChange,
  WebhookPath,
  WebhookView,
  webhookView,
} from "../../shared/notifications/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.updateWebhook,
  path: WebhookPath,
  body: WebhookChange,
  output: WebhookView,
  run: async ({ ledger, author, path, body, now }) =>
    webhookView(await changeWebhook({ ledger, author, now }, path.id, body), now),
});
