import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/shops/catch-up/process-catch-up.ts";
import { setAccess } from "../../shared/shops/connections/manage.ts";
import {
  ConnectionPath,
  ConnectionView,
  NewAccess,
} from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.setConnectionAccess,
  path: ConnectionPath,
  body: NewAccess,
  output: ConnectionView,
  run: async ({ ledger, author, path, body, now }) =>
    shownConnection(ledger, await setAccess({ ledger, author, now }, path.id, body), now),
});
