import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/imports/catch-up/process-catch-up.ts";
import { createConnection } from "../../shared/imports/connections/manage.ts";
import { ConnectionView, NewConnection } from "../../shared/imports/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.createConnection,
  body: NewConnection,
  output: ConnectionView,
  status: 201,
  run: async ({ account, keyId, body, now }) =>
    shownConnection(account, await createConnection({ account, keyId, now }, body), now),
});
