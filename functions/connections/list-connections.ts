import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { readConnections } from "../../shared/shops/catch-up/process-catch-up.ts";
import {
  ConnectionList,
  ConnectionListQuery,
  connectionPage,
} from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.listConnections,
  query: ConnectionListQuery,
  output: ConnectionList,
  run: async ({ ledger, query, now }) => connectionPage(await readConnections(ledger, now), query),
});
