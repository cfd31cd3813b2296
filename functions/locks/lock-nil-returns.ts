import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { lockNilReturns } from "../../shared/returns/locks/lock-return.ts";
import { NilReturnResults, NilReturnsRequest } from "../../shared/returns/locks/state.ts";
import { RETURN_FAULTS, SchemePath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.lockNilReturns,
  path: SchemePath,
  faultCodes: { scheme: RETURN_FAULTS.scheme },
  body: NilReturnsRequest,
  output: NilReturnResults,
  run: async ({ path: { scheme }, body, ledger, author, now }) => ({
    items: await lockNilReturns(ledger, scheme, body, { author, now }),
  }),
});
