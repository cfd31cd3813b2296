import * as routes from "../../shared/api/routes.ts";
import { secretEndpoint } from "../../shared/api/secret-endpoint.ts";
import { rotateWebhookSecret } from "../../shared/notifications/webhooks/manage.ts";
import {
  WebhookPath,
  WebhookWithSecret,
  webhookView,
} from "../../shared/notifications/webhooks/schema.ts";

export const handler = secretEndpoint({
  route: routes.rotateWebhookSecret,
  path: WebhookPath,
  output: WebhookWithSecret,
  status: 201,
  run: async ({ ledger, author, path, now }) => {
    const { webhook, secret } = await rotateWebhookSecret({ ledger, author, now }, path.id);
    return { ...webhookView(webhook, now), secret };
  },
});
