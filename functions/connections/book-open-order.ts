import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { bookOpenOrder } from "../../shared/imports/connections/open-orders.ts";
import {
  OpenOrderPath,
  OpenOrderView,
  openOrderView,
} from "../../shared/imports/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.bookOpenOrder,
  path: OpenOrderPath,
  output: OpenOrderView,
  status: 202,
  run: async ({ account, path }) => openOrderView(await bookOpenOrder(account, path)),
});
