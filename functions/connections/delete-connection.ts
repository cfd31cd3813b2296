import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/imports/catch-up/process-catch-up.ts";
import { deleteConnection } from "../../shared/imports/connections/manage.ts";
import { ConnectionPath, ConnectionView } from "../../shared/imports/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.deleteConnection,
  path: ConnectionPath,
  output: ConnectionView,
  run: async ({ account, path, now }) =>
    shownConnection(account, await deleteConnection(account, path.id), now),
});
