import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import type { Quarter } from "../../shared/calendar/quarter.ts";
import { loadUnionPreview } from "../../shared/flows/union-report.ts";
import { changesSince } from "../../shared/locks/changes.ts";
import { ListQuery, pageOf } from "../../shared/locks/listing.ts";
import { LockedPeriodList } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { contentSha256 } from "../../shared/store/lock-chain.ts";
import { loadLock, loadLocks } from "../../shared/store/locked-periods.ts";

export const handler = accountEndpoint({
  route: routes.listLockedPeriods,
  query: ListQuery,
  faultCodes: PERIOD_FAULTS,
  output: LockedPeriodList,
  run: async ({ query: { period, limit, cursor }, account }) => {
    const [locks, current_period] = await Promise.all([
      loadLocks(account, limit + 1, cursor),
      period && currentPeriod(account, period),
    ]);
    return { ...pageOf(locks, limit), ...(current_period ? { current_period } : {}) };
  },
});

async function currentPeriod(account: string, quarter: Quarter) {
  const lock = await loadLock(account, quarter.key);
  if (!lock) return undefined;
  const today = await loadUnionPreview(account, quarter);
  return {
    ...shownWithExports(lock),
    changed_since_lock: changesSince(lock, today, contentSha256),
  };
}
