import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { lockReturn } from "../../shared/flows/lock-return.ts";
import { LockedPeriodDetail, LockQuery } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.lockPeriod,
  query: LockQuery,
  faultCodes: PERIOD_FAULTS,
  output: LockedPeriodDetail,
  status: 201,
  run: async ({ query: { period, require_ready }, account, keyId, now }) => {
    const requireReady = require_ready === "true";
    return shownWithExports(
      await lockReturn(account, UNION_OSS, period, { keyId, now, requireReady }),
    );
  },
});
