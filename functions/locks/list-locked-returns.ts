import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { listLocks } from "../../shared/returns/locks/list-locks.ts";
import { LockedPeriodList, SchemeListQuery } from "../../shared/returns/locks/schema.ts";
import { RETURN_FAULTS, rejectWrongKind, SchemePath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.listLockedReturns,
  path: SchemePath,
  query: SchemeListQuery,
  faultCodes: RETURN_FAULTS,
  output: LockedPeriodList,
  run: ({ path: { scheme }, query, ledger }) => {
    if (query.period) rejectWrongKind(scheme, query.period);
    return listLocks(ledger, scheme, query);
  },
});
