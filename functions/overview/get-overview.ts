import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadChangedPeriods } from "../../shared/flows/load-changed-periods.ts";
import { loadThresholdInput } from "../../shared/flows/load-threshold.ts";
import { loadTold } from "../../shared/flows/load-told.ts";
import { loadPendingRecount } from "../../shared/flows/pending-recount.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";
import { yearToDate } from "../../shared/threshold/range.ts";
import { ComplianceOverview, complianceOverview } from "../../shared/workspaces/overview.ts";

export const handler = accountEndpoint({
  route: routes.getOverview,
  output: ComplianceOverview,
  run: async ({ account, today }) => {
    const [threshold, notifications, changed_periods] = await Promise.all([
      loadThresholdInput(account, yearToDate(today), today),
      loadTold(account),
      loadChangedPeriods(account),
    ]);
    const { registrations } = threshold.seller;
    const recount_pending = await loadPendingRecount(account);
    return complianceOverview(
      {
        scheme: UNION_OSS,
        registrations,
        threshold,
        notifications,
        changed_periods,
        recount_pending,
      },
      today,
    );
  },
});
