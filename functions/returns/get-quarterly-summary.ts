import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadSumsSoon } from "../../shared/ledger/sums/store-sums.ts";
import { loadUnregisteredBeside } from "../../shared/returns/load/load-unregistered.ts";
import { loadPreview } from "../../shared/returns/locks/load-shown-return.ts";
import { lockBeside, ReturnAnswer } from "../../shared/returns/locks/shown-return.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getQuarterlySummary,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: ReturnAnswer,
  run: async ({ query, account }) => {
    const loaded = await loadPreview(account, { scheme: UNION_OSS, period: query.period });
    const { shown, input, compared, recount_pending } = loaded;
    const found = await loadUnregisteredBeside(account, input, loadSumsSoon);
    return {
      ...shown.report,
      ...lockBeside(compared),
      ...(found.length > 0 && { supplies_without_registration: found }),
      recount_pending,
    };
  },
});
