import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/shops/catch-up/process-catch-up.ts";
import { changeConnection } from "../../shared/shops/connections/manage.ts";
import {
  ConnectionChange,
  ConnectionPath,
  ConnectionView,
} from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.updateConnection,
  path: ConnectionPath,
  body: ConnectionChange,
  output: ConnectionView,
  run: async ({ ledger, author, path, body, now }) =>
    shownConnection(ledger, await changeConnection({ ledger, author, now }, path.id, body), now),
});
