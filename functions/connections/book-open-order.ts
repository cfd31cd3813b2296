import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  OpenOrderPath,
  OpenOrderView,
  openOrderView,
} from "../../shared/shops/connections/open-order-schema.ts";
import { bookOpenOrder } from "../../shared/shops/connections/open-orders.ts";

export const handler = accountEndpoint({
  route: routes.bookOpenOrder,
  path: OpenOrderPath,
  output: OpenOrderView,
  status: 202,
  run: async ({ ledger, path }) => openOrderView(await bookOpenOrder(ledger, path)),
});
