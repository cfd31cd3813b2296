import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { WebhookList, webhookView } from "../../shared/notifications/webhooks/schema.ts";
import { loadWebhooks } from "../../shared/notifications/webhooks/store-webhooks.ts";

export const handler = accountEndpoint({
  route: routes.listWebhooks,
  output: WebhookList,
  run: async ({ ledger, scope, now }) => {
    const { webhooks } = await loadWebhooks(ledger);
    return { items: webhooks.map((webhook) => webhookView(webhook, now, scope)) };
  },
});
