import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { createWebhook } from "../../shared/notifications/webhooks/manage.ts";
import {
  NewWebhook,
  WebhookWithSecret,
  webhookView,
} from "../../shared/notifications/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.createWebhook,
  body: NewWebhook,
  output: WebhookWithSecret,
  status: 201,
  run: async ({ account, keyId, body, now }) => {
    const { webhook, secret } = await createWebhook({ account, keyId, now }, body);
    return { ...webhookView(webhook, now), secret };
  },
});
