import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { existingConnection } from "../../shared/shops/connections/manage.ts";
import {
  ConnectionPath,
  InboundDeliveryList,
  InboundDeliveryQuery,
  inboundDeliveriesPage,
} from "../../shared/shops/connections/schema.ts";
import { listInbound } from "../../shared/shops/connections/store-inbound.ts";

export const handler = accountEndpoint({
  route: routes.listInboundDeliveries,
  path: ConnectionPath,
  query: InboundDeliveryQuery,
  output: InboundDeliveryList,
  run: async ({ ledger, path, query: { limit, cursor } }) => {
    await existingConnection(ledger, path.id);
    return inboundDeliveriesPage(await listInbound(ledger, path.id, limit + 1, cursor), limit);
  },
});
