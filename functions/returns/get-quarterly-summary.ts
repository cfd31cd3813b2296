import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  loadReturnResponse,
  ReturnAnswer,
  wholeReturn,
} from "../../shared/returns/locks/return-view.ts";
import { PERIOD_FAULTS, UNION_PATH } from "../../shared/returns/path-schema.ts";
import { PeriodQuery } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.getQuarterlySummary,
  path: UNION_PATH,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: ReturnAnswer,
  run: ({ path, query, ledger }) => {
    const options = { figures: "current", unregistered: true } as const;
    return loadReturnResponse(ledger, { ...path, ...query }, options, wholeReturn);
  },
});
