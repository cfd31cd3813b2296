import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { listLocks } from "../../shared/returns/locks/list-locks.ts";
import { ListQuery, LockedPeriodList } from "../../shared/returns/locks/schema.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.listLockedPeriods,
  query: ListQuery,
  faultCodes: PERIOD_FAULTS,
  output: LockedPeriodList,
  run: ({ query, ledger }) => listLocks(ledger, UNION_OSS, query),
});
