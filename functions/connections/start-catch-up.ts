import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { requestCatchUp } from "../../shared/shops/catch-up/process-catch-up.ts";
import { CatchUpRequest } from "../../shared/shops/catch-up/schema.ts";
import {
  ConnectionPath,
  ConnectionView,
  connectionView,
} from "../../shared/shops/connections/schema.ts";

export const handler = accountEndpoint({
  route: routes.startCatchUp,
  path: ConnectionPath,
  body: CatchUpRequest,
  bodyOptional: true,
  output: ConnectionView,
  status: 202,
  run: async ({ ledger, path, body, now }) => {
    const { connection, catchUp } = await requestCatchUp(ledger, path.id, body, now);
    return connectionView(connection, now, catchUp);
  },
});
