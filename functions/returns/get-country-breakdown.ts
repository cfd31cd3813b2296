import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { BreakdownAnswer, loadBreakdown } from "../../shared/returns/locks/return-view.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { PeriodQuery } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getCountryBreakdown,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: BreakdownAnswer,
  run: ({ query, ledger, today }) =>
    loadBreakdown(ledger, { scheme: UNION_OSS, ...query }, { figures: "current", today }),
});
