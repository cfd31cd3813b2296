import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { shownConnections } from "../../shared/imports/catch-up/show-connection.ts";
import { ConnectionList } from "../../shared/imports/connections/schema.ts";
import { loadConnections } from "../../shared/imports/connections/store-connections.ts";

export const handler = accountEndpoint({
  route: routes.listConnections,
  output: ConnectionList,
  run: async ({ account, now }) => {
    const { connections } = await loadConnections(account);
    return { items: await shownConnections(account, connections, now) };
  },
});
