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
    const { shown, input, compared, ...pending } = await loadPreview(
      account,
      UNION_OSS,
      query.period,
    );
    const found = await loadUnregisteredBeside(account, input, loadSumsSoon);
    return {
      ...shown.report,
      ...lockBeside(compared),
      ...(found.length > 0 && { supplies_without_registration: found }),
      ...pending,
    };
  },
});
