import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { lockReturn } from "../../shared/flows/lock-return.ts";
import { SchemeLockQuery } from "../../shared/locks/listing.ts";
import { LockedPeriodDetail } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { RETURN_FAULTS, refuseWrongKind, SchemePath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.lockReturn,
  path: SchemePath,
  query: SchemeLockQuery,
  faultCodes: RETURN_FAULTS,
  output: LockedPeriodDetail,
  status: 201,
  run: async ({ path: { scheme }, query: { period, registration_id }, account, keyId, now }) => {
    refuseWrongKind(scheme, period);
    const lock = await lockReturn(account, scheme, period, { registration_id, keyId, now });
    return shownWithExports(lock);
  },
});
