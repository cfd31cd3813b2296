import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadSumsSoon } from "../../shared/ledger/sums/store-sums.ts";
import { loadUnregisteredBeside } from "../../shared/returns/load/load-unregistered.ts";
import { loadShownReturn } from "../../shared/returns/locks/load-shown-return.ts";
import { declaredReturn, ReturnAnswer } from "../../shared/returns/locks/shown-return.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturn,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: ReturnAnswer,
  run: async ({ path, query: { registration_id }, account }) => {
    const loaded = await loadShownReturn(account, { ...path, registration_id });
    const { shown, input, recount_pending } = loaded;
    const found = await loadUnregisteredBeside(account, input, loadSumsSoon);
    return {
      ...declaredReturn(shown),
      ...(found.length > 0 && { supplies_without_registration: found }),
      recount_pending,
    };
  },
});
