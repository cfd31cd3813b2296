import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { lockReturn } from "../../shared/returns/locks/lock-return.ts";
import {
  isReadyRequired,
  LockedPeriodDetail,
  LockQuery,
} from "../../shared/returns/locks/schema.ts";
import { lockWithExports } from "../../shared/returns/locks/view.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.lockPeriod,
  query: LockQuery,
  faultCodes: PERIOD_FAULTS,
  output: LockedPeriodDetail,
  status: 201,
  run: async ({ query, ledger, author, now }) => {
    const { period, registration_id } = query;
    const request = { registration_id, author, now, requireReady: isReadyRequired(query) };
    return lockWithExports(await lockReturn(ledger, UNION_OSS, period, request));
  },
});
