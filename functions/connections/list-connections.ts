import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { readConnections } from "../../shared/shops/catch-up/process-catch-up.ts";
import { ConnectionList } from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.listConnections,
  output: ConnectionList,
  run: async ({ ledger, now }) => ({ items: await readConnections(ledger, now) }),
});
