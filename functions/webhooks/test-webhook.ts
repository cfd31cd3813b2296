import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { testWebhook } from "../../shared/notifications/webhooks/deliver.ts";
import {
  DeliveryView,
  deliveryView,
  WebhookPath,
} from "../../shared/notifications/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.testWebhook,
  path: WebhookPath,
  output: DeliveryView,
  status: 202,
  run: async ({ ledger, path, now }) => deliveryView(await testWebhook(ledger, path.id, now)),
});
