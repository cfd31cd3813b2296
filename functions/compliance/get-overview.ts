import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { ComplianceOverview, complianceOverview } from "../../shared/compliance/overview.ts";
import { loadNotifications } from "../../shared/store/notifications.ts";
import { loadRegistrations } from "../../shared/store/registrations.ts";
import { loadThresholdInput } from "../../shared/store/threshold-turnover.ts";
import { yearToDate } from "../../shared/threshold/range.ts";

export const handler = accountEndpoint({
  route: routes.getOverview,
  output: ComplianceOverview,
  run: async ({ account, today }) => {
    const [registrations, threshold, notifications] = await Promise.all([
      loadRegistrations(account),
      loadThresholdInput(account, yearToDate(today), today),
      loadNotifications(account),
    ]);
    return complianceOverview(
      { registrations: registrations.items, threshold, notifications },
      today,
    );
  },
});
