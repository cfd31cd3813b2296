import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { defineLockList } from "../../shared/returns/locks/endpoints.ts";
import { SCHEME_INPUT } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.listLockedReturns,
  ...defineLockList(SCHEME_INPUT),
});
