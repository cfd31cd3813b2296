import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { lockReturnRow } from "../../shared/api/rows-apart.ts";
import { lockReturn } from "../../shared/flows/lock-return.ts";
import { isReadyRequired, SchemeLockQuery } from "../../shared/locks/listing.ts";
import { LockedPeriodDetail } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { RETURN_FAULTS, refuseWrongKind, SchemePath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: lockReturnRow,
  path: SchemePath,
  query: SchemeLockQuery,
  faultCodes: RETURN_FAULTS,
  output: LockedPeriodDetail,
  status: 201,
  run: async ({ path: { scheme }, query, account, keyId, now }) => {
    const { period, registration_id } = query;
    refuseWrongKind(scheme, period);
    const request = { registration_id, keyId, now, requireReady: isReadyRequired(query) };
    return shownWithExports(await lockReturn(account, scheme, period, request));
  },
});
