import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { BreakdownAnswer, loadBreakdown } from "../../shared/returns/locks/return-view.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturnByCountry,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: BreakdownAnswer,
  run: ({ path, query, ledger, today }) =>
    loadBreakdown(ledger, { ...path, ...query }, { figures: "declared", today }),
});
