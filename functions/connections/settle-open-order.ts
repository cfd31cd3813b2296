import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { settleOpenOrder } from "../../shared/imports/connections/open-orders.ts";
import {
  OpenOrderPath,
  OpenOrderView,
  openOrderView,
} from "../../shared/imports/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.settleOpenOrder,
  path: OpenOrderPath,
  output: OpenOrderView,
  run: async ({ account, keyId, path, now }) =>
    openOrderView(await settleOpenOrder(account, path, { at: now.toISOString(), by: keyId })),
});
