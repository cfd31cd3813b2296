import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadPreview, lockBeside, ReturnAnswer } from "../../shared/returns/locks/shown-return.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { PeriodQuery } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getQuarterlySummary,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: ReturnAnswer,
  run: async ({ query, ledger }) => {
    const { shown, compared, unregistered, recount_pending } = await loadPreview(
      ledger,
      { scheme: UNION_OSS, period: query.period },
      { unregistered: true },
    );
    return {
      ...shown.report,
      ...lockBeside(compared),
      ...(unregistered.length > 0 && { supplies_without_registration: unregistered }),
      recount_pending,
    };
  },
});
