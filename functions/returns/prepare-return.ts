import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { PreparationQuery, PreparationView } from "../../shared/returns/locks/preparation.ts";
import { prepareReturn } from "../../shared/returns/locks/prepare-return.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.prepareReturn,
  path: ReturnPath,
  query: PreparationQuery,
  faultCodes: RETURN_FAULTS,
  output: PreparationView,
  status: 201,
  run: ({ path: { scheme, period }, query: { registration_id, prepared }, ledger, author, now }) =>
    prepareReturn(ledger, scheme, period, {
      author,
      now,
      registration_id,
      prepared: prepared === "true",
    }),
});
