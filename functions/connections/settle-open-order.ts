import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  OpenOrderPath,
  OpenOrderView,
  openOrderView,
} from "../../shared/shops/connections/open-order-schema.ts";
import { settleOpenOrder } from "../../shared/shops/connections/open-orders.ts";

export const handler = accountEndpoint({
  route: routes.settleOpenOrder,
  path: OpenOrderPath,
  output: OpenOrderView,
  run: async ({ ledger, author, path, now }) =>
    openOrderView(await settleOpenOrder(ledger, path, { at: now.toISOString(), by: author })),
});
