import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { readConnection } from "../../shared/shops/catch-up/process-catch-up.ts";
import { ConnectionPath, ConnectionView } from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.getConnection,
  path: ConnectionPath,
  output: ConnectionView,
  run: ({ ledger, path, now }) => readConnection(ledger, path.id, now),
});
