import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/shops/catch-up/process-catch-up.ts";
import { deleteConnection } from "../../shared/shops/connections/manage.ts";
import { ConnectionPath, ConnectionView } from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.deleteConnection,
  path: ConnectionPath,
  output: ConnectionView,
  run: async ({ ledger, author, path, now }) =>
    shownConnection(ledger, await deleteConnection({ ledger, author, now }, path.id), now),
});
