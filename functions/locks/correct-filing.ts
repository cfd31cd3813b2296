import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { defineFilingCorrection } from "../../shared/returns/locks/endpoints.ts";
import { SCHEME_INPUT } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.correctFiling,
  ...defineFilingCorrection(SCHEME_INPUT),
});
