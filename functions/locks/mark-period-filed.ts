import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { FilingRequest, filingOf, futureFilingFaults } from "../../shared/locks/filing.ts";
import { LockedPeriodDetail } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { afterFiling } from "../../shared/locks/state.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";
import { loadLock, saveFiling } from "../../shared/store/locked-periods.ts";

export const handler = accountEndpoint({
  route: routes.markPeriodFiled,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  body: FilingRequest,
  bodyOptional: true,
  bodyFaults: futureFilingFaults,
  output: LockedPeriodDetail,
  run: async ({ query: { period: quarter }, body, account, keyId, now, today }) => {
    const filing = filingOf(body, quarter, { keyId, now, today });
    const lock = await loadLock(account, quarter.key);
    const filed = afterFiling(lock, quarter.key, filing);
    return shownWithExports(
      filed === lock ? filed : await saveFiling(account, quarter.key, filing),
    );
  },
});
