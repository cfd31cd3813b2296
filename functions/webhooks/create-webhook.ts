import * as routes from "../../shared/api/routes.ts";
import { secretEndpoint } from "../../shared/api/secret-endpoint.ts";
import { createWebhook } from "../../shared/notifications/webhooks/manage.ts";
import {
  WebhookRequest,
  WebhookWithSecret,
  webhookView,
} from "../../shared/notifications/webhooks/schema.ts";

export const handler = secretEndpoint({
  route: routes.createWebhook,
  body: WebhookRequest,
  output: WebhookWithSecret,
  status: 201,
  run: async ({ ledger, author, body, now }) => {
    const { webhook, secret } = await createWebhook({ ledger, author, now }, body);
    return { ...webhookView(webhook, now), secret };
  },
});
