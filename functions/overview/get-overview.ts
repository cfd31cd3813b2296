import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadThresholdInput } from "../../shared/flows/load-threshold.ts";
import { loadPendingRecount } from "../../shared/flows/pending-recount.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";
import { loadNotifications } from "../../shared/store/notifications.ts";
import { loadRegistrations } from "../../shared/store/registrations.ts";
import { yearToDate } from "../../shared/threshold/range.ts";
import { ComplianceOverview, complianceOverview } from "../../shared/workspaces/overview.ts";

export const handler = accountEndpoint({
  route: routes.getOverview,
  output: ComplianceOverview,
  run: async ({ account, today }) => {
    const [registrations, threshold, notifications] = await Promise.all([
      loadRegistrations(account),
      loadThresholdInput(account, yearToDate(today), today),
      loadNotifications(account),
    ]);
    const recount_pending = await loadPendingRecount(account);
    const { items } = registrations;
    return complianceOverview(
      { scheme: UNION_OSS, registrations: items, threshold, notifications, recount_pending },
      today,
    );
  },
});
