import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadWebhooks } from "../../shared/store/webhooks.ts";
import { shownWebhook, WebhookList } from "../../shared/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.listWebhooks,
  output: WebhookList,
  run: async ({ account, now }) => {
    const { webhooks } = await loadWebhooks(account);
    return { items: webhooks.map((one) => shownWebhook(one, now)) };
  },
});
