import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { compareLock } from "../../shared/flows/compare-lock.ts";
import { ListQuery, pageOf } from "../../shared/locks/listing.ts";
import { LockedPeriodList } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";
import { loadLocks } from "../../shared/store/locked-periods.ts";

export const handler = accountEndpoint({
  route: routes.listLockedPeriods,
  query: ListQuery,
  faultCodes: PERIOD_FAULTS,
  output: LockedPeriodList,
  run: async ({ query: { period, limit, cursor }, account }) => {
    const [locks, current] = await Promise.all([
      loadLocks(account, UNION_OSS.id, limit + 1, cursor),
      period && compareLock(account, UNION_OSS, period),
    ]);
    const page = pageOf(locks, limit);
    if (!current) return page;
    const { lock, changes } = current;
    return { ...page, current_period: { ...shownWithExports(lock), changed_since_lock: changes } };
  },
});
