import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadWholeReturn, ReturnAnswer } from "../../shared/returns/locks/return-view.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturn,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: ReturnAnswer,
  run: ({ path, query, ledger, today }) =>
    loadWholeReturn(ledger, { ...path, ...query }, { figures: "declared", today }),
});
