import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/imports/catch-up/process-catch-up.ts";
import { setAccess } from "../../shared/imports/connections/manage.ts";
import {
  ConnectionPath,
  ConnectionView,
  NewAccess,
} from "../../shared/imports/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.setConnectionAccess,
  path: ConnectionPath,
  body: NewAccess,
  output: ConnectionView,
  run: async ({ account, keyId, path, body, now }) =>
    shownConnection(account, await setAccess({ account, keyId, now }, path.id, body), now),
});
