import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadThresholdInput } from "../../shared/ledger/load-threshold.ts";
import { loadPendingRecount } from "../../shared/ledger/recount/recount.ts";
import { loadNotifications } from "../../shared/notifications/store.ts";
import { loadRecentUnregistered } from "../../shared/returns/load/load-unregistered.ts";
import { loadChangedPeriods } from "../../shared/returns/locks/load-changed-periods.ts";
import { loadDueReturns } from "../../shared/returns/overview/load-due-returns.ts";
import {
  ComplianceOverview,
  complianceOverview,
  OverviewQuery,
} from "../../shared/returns/overview/overview.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { yearToDate } from "../../shared/vat/threshold/range.ts";

export const handler = accountEndpoint({
  route: routes.getOverview,
  query: OverviewQuery,
  output: ComplianceOverview,
  run: async ({ query, account, today }) => {
    const [threshold, notifications, changed_periods] = await Promise.all([
      loadThresholdInput(account, yearToDate(today), today),
      loadNotifications(account),
      loadChangedPeriods(account),
    ]);
    const { registrations } = threshold.seller;
    const details =
      query.details === "true"
        ? {
            returns: await loadDueReturns(account, registrations, today),
            supplies_without_registration: await loadRecentUnregistered(
              account,
              registrations,
              today,
            ),
          }
        : undefined;
    const recount_pending = await loadPendingRecount(account);
    return complianceOverview(
      {
        scheme: UNION_OSS,
        registrations,
        threshold,
        notifications,
        changed_periods,
        recount_pending,
        ...(details ? { details } : {}),
      },
      today,
    );
  },
});
