import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { createConnection } from "../../shared/imports/connections/manage.ts";
import {
  ConnectionView,
  connectionView,
  NewConnection,
} from "../../shared/imports/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.createConnection,
  body: NewConnection,
  output: ConnectionView,
  status: 201,
  run: async ({ account, keyId, body, now }) =>
    connectionView(await createConnection({ account, keyId, now }, body), now),
});
