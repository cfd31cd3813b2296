import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { defineFiling } from "../../shared/returns/locks/endpoints.ts";
import { UNION_INPUT } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.markPeriodFiled,
  ...defineFiling(UNION_INPUT),
});
