import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { replayDelivery } from "../../shared/notifications/webhooks/deliver.ts";
import {
  DeliveryPath,
  DeliveryView,
  deliveryView,
} from "../../shared/notifications/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.replayWebhookDelivery,
  path: DeliveryPath,
  output: DeliveryView,
  status: 202,
  run: async ({ ledger, path, now }) => deliveryView(await replayDelivery(ledger, path, now)),
});
