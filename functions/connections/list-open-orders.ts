import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { listOpenOrders } from "../../shared/imports/orders/store-orders.ts";
import { existingConnection } from "../../shared/shops/connections/manage.ts";
import {
  OpenOrderList,
  OpenOrderQuery,
  openOrdersPage,
} from "../../shared/shops/connections/open-order-schema.ts";
import { ConnectionPath } from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.listOpenOrders,
  path: ConnectionPath,
  query: OpenOrderQuery,
  output: OpenOrderList,
  run: async ({ ledger, path, query: { limit, cursor } }) => {
    const connection = await existingConnection(ledger, path.id);
    return openOrdersPage(await listOpenOrders(ledger, connection, limit + 1, cursor), limit);
  },
});
