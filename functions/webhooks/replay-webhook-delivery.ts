import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { replayDelivery } from "../../shared/flows/send-webhook.ts";
import { DeliveryPath, DeliveryView, shownDelivery } from "../../shared/webhooks/schema.ts";

export const handler = accountEndpoint({
  route: routes.replayWebhookDelivery,
  path: DeliveryPath,
  output: DeliveryView,
  status: 202,
  run: async ({ account, path, now }) => shownDelivery(await replayDelivery(account, path, now)),
});
