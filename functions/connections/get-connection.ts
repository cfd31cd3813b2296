import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/imports/catch-up/show-connection.ts";
import { existingConnection } from "../../shared/imports/connections/manage.ts";
import { ConnectionPath, ConnectionView } from "../../shared/imports/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.getConnection,
  path: ConnectionPath,
  output: ConnectionView,
  run: async ({ account, path, now }) =>
    shownConnection(account, await existingConnection(account, path.id), now),
});
