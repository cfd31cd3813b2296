import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { existingWebhook } from "../../shared/notifications/webhooks/manage.ts";
import {
  DeliveryList,
  DeliveryListQuery,
  deliveriesAfterPage,
  deliveriesPage,
  WebhookPath,
} from "../../shared/notifications/webhooks/schema.ts";
import {
  awaitDeliveries,
  listDeliveries,
} from "../../shared/notifications/webhooks/store-deliveries.ts";

export const handler = accountEndpoint({
  route: routes.listWebhookDeliveries,
  path: WebhookPath,
  query: DeliveryListQuery,
  output: DeliveryList,
  run: async ({ ledger, path: { id }, query: { limit, cursor, after, wait: seconds = 0 } }) => {
    await existingWebhook(ledger, id);
    if (after !== undefined) {
      return deliveriesAfterPage(await awaitDeliveries(ledger, id, limit, { after, seconds }));
    }
    return deliveriesPage(await listDeliveries(ledger, id, limit + 1, cursor), limit);
  },
});
