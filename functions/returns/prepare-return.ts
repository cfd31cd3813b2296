import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { PreparationView } from "../../shared/returns/locks/preparation.ts";
import { prepareReturn } from "../../shared/returns/locks/prepare-return.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.prepareReturn,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: PreparationView,
  status: 201,
  run: ({ path: { scheme, period }, query: { registration_id }, ledger, author, now }) =>
    prepareReturn(ledger, scheme, period, { author, now, registration_id }),
});
