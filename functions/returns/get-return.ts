import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadSumsSoon } from "../../shared/ledger/sums/store-sums.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../shared/returns/compute/requirements.ts";
import { loadReturnWithRecount } from "../../shared/returns/load/load-return.ts";
import { loadUnregisteredBeside } from "../../shared/returns/load/load-unregistered.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";
import { ReturnAnswer } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturn,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: ReturnAnswer,
  run: async ({ path: { scheme, period }, query, account }) => {
    const { registration_id } = query;
    const { input, ...pending } = await loadReturnWithRecount(
      account,
      scheme,
      period,
      registration_id,
    );
    const { report } = requireReturn(computeReturn(input));
    const found = await loadUnregisteredBeside(account, input, loadSumsSoon);
    return {
      ...report,
      ...(found.length > 0 && { supplies_without_registration: found }),
      ...pending,
    };
  },
});
