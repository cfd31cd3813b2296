import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadWholeReturn, ReturnAnswer } from "../../shared/returns/locks/return-view.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { PeriodQuery } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getQuarterlySummary,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: ReturnAnswer,
  run: ({ query, ledger, today }) =>
    loadWholeReturn(ledger, { scheme: UNION_OSS, ...query }, { figures: "current", today }),
});
