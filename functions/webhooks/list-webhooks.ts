import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { pageOfAll } from "../../shared/core/input/pagination.ts";
import {
  WEBHOOK_LIST,
  WebhookList,
  WebhookListQuery,
  webhookView,
} from "../../shared/notifications/webhooks/schema.ts";
import { loadWebhooks } from "../../shared/notifications/webhooks/store-webhooks.ts";

export const handler = accountEndpoint({
  route: routes.listWebhooks,
  query: WebhookListQuery,
  output: WebhookList,
  run: async ({ ledger, query, scope, now }) => {
    const { webhooks } = await loadWebhooks(ledger);
    return pageOfAll(WEBHOOK_LIST, webhooks, query, {
      idOf: ({ id }) => id,
      view: (webhook) => webhookView(webhook, now, scope),
    });
  },
});
