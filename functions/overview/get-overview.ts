import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadChangedPeriods } from "../../shared/flows/load-changed-periods.ts";
import { loadDueReturns } from "../../shared/flows/load-due-returns.ts";
import { loadThresholdInput } from "../../shared/flows/load-threshold.ts";
import { loadTold } from "../../shared/flows/load-told.ts";
import { loadPendingRecount } from "../../shared/flows/pending-recount.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";
import { yearToDate } from "../../shared/threshold/range.ts";
import {
  ComplianceOverview,
  complianceOverview,
  OverviewQuery,
} from "../../shared/workspaces/overview.ts";

export const handler = accountEndpoint({
  route: routes.getOverview,
  query: OverviewQuery,
  output: ComplianceOverview,
  run: async ({ query, account, today }) => {
    const [threshold, notifications, changed_periods] = await Promise.all([
      loadThresholdInput(account, yearToDate(today), today),
      loadTold(account),
      loadChangedPeriods(account),
    ]);
    const { registrations } = threshold.seller;
    const returns =
      query.details === "true" ? await loadDueReturns(account, registrations, today) : undefined;
    const recount_pending = await loadPendingRecount(account);
    return complianceOverview(
      {
        scheme: UNION_OSS,
        registrations,
        threshold,
        notifications,
        changed_periods,
        recount_pending,
        ...(returns ? { returns } : {}),
      },
      today,
    );
  },
});
