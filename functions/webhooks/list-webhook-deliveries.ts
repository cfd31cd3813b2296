import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { existingWebhook } from "../../shared/flows/manage-webhooks.ts";
import { listDeliveries } from "../../shared/store/webhook-deliveries.ts";
import {
  DeliveryList,
  DeliveryListQuery,
  deliveriesPage,
  WebhookPath,
} from "../../shared/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.listWebhookDeliveries,
  path: WebhookPath,
  query: DeliveryListQuery,
  output: DeliveryList,
  run: async ({ account, path: { id }, query: { limit, cursor } }) => {
    await existingWebhook(account, id);
    return deliveriesPage(await listDeliveries(account, id, limit + 1, cursor), limit);
  },
});
