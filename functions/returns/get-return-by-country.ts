import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  BreakdownAnswer,
  declaredBreakdown,
  loadShownReturn,
} from "../../shared/returns/locks/shown-return.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturnByCountry,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: BreakdownAnswer,
  run: async ({ path, query: { registration_id }, ledger }) => {
    const loaded = await loadShownReturn(ledger, { ...path, registration_id });
    return { ...declaredBreakdown(loaded.shown), recount_pending: loaded.recount_pending };
  },
});
