import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/imports/catch-up/process-catch-up.ts";
import { changeConnection } from "../../shared/imports/connections/manage.ts";
import {
  ConnectionChange,
  ConnectionPath,
  ConnectionView,
} from "../../shared/imports/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.updateConnection,
  path: ConnectionPath,
  body: ConnectionChange,
  output: ConnectionView,
  run: async ({ account, keyId, path, body, now }) =>
    shownConnection(account, await changeConnection({ account, keyId, now }, path.id, body), now),
});
