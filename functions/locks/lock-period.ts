import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { lockPeriodRow } from "../../shared/api/rows-apart.ts";
import { lockReturn } from "../../shared/flows/lock-return.ts";
import { isReadyRequired, LockQuery } from "../../shared/locks/listing.ts";
import { LockedPeriodDetail } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: lockPeriodRow,
  query: LockQuery,
  faultCodes: PERIOD_FAULTS,
  output: LockedPeriodDetail,
  status: 201,
  run: async ({ query, account, keyId, now }) => {
    const { period, registration_id } = query;
    const request = { registration_id, keyId, now, requireReady: isReadyRequired(query) };
    return shownWithExports(await lockReturn(account, UNION_OSS, period, request));
  },
});
