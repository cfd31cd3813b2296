import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadSumsSoon } from "../../shared/ledger/sums/store-sums.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../shared/returns/compute/requirements.ts";
import { loadReturnWithRecount } from "../../shared/returns/load/load-return.ts";
import { loadUnregisteredBeside } from "../../shared/returns/load/load-unregistered.ts";
import { PERIOD_FAULTS, PeriodQuery, ReturnAnswer } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getQuarterlySummary,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: ReturnAnswer,
  run: async ({ query, account }) => {
    const { input, ...pending } = await loadReturnWithRecount(account, UNION_OSS, query.period);
    const { report } = requireReturn(computeReturn(input));
    const found = await loadUnregisteredBeside(account, input, loadSumsSoon);
    return {
      ...report,
      ...(found.length > 0 && { supplies_without_registration: found }),
      ...pending,
    };
  },
});
