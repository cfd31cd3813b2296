import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { shownConnection } from "../../shared/shops/catch-up/process-catch-up.ts";
import { createConnection } from "../../shared/shops/connections/manage.ts";
import { ConnectionRequest, ConnectionView } from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.createConnection,
  body: ConnectionRequest,
  output: ConnectionView,
  status: 201,
  run: async ({ ledger, author, body, now }) =>
    shownConnection(ledger, await createConnection({ ledger, author, now }, body), now),
});
