import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { lockReturn } from "../../shared/returns/locks/lock-return.ts";
import {
  isReadyRequired,
  LockedPeriodDetail,
  SchemeLockQuery,
} from "../../shared/returns/locks/schema.ts";
import { lockWithExports } from "../../shared/returns/locks/view.ts";
import { RETURN_FAULTS, rejectWrongKind, SchemePath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.lockReturn,
  path: SchemePath,
  query: SchemeLockQuery,
  faultCodes: RETURN_FAULTS,
  output: LockedPeriodDetail,
  status: 201,
  run: async ({ path: { scheme }, query, ledger, author, now }) => {
    const { period, registration_id } = query;
    rejectWrongKind(scheme, period);
    const request = { registration_id, author, now, requireReady: isReadyRequired(query) };
    return lockWithExports(await lockReturn(ledger, scheme, period, request));
  },
});
