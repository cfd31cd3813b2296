import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  declaredReturn,
  loadShownReturn,
  ReturnAnswer,
} from "../../shared/returns/locks/shown-return.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturn,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: ReturnAnswer,
  run: async ({ path, query: { registration_id }, ledger }) => {
    const { shown, unregistered, recount_pending } = await loadShownReturn(
      ledger,
      { ...path, registration_id },
      { unregistered: true },
    );
    return {
      ...declaredReturn(shown),
      ...(unregistered.length > 0 && { supplies_without_registration: unregistered }),
      recount_pending,
    };
  },
});
