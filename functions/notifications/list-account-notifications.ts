import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  NotificationList,
  NotificationListQuery,
  notificationPage,
} from "../../shared/notifications/listing.ts";
import { loadNotifications } from "../../shared/notifications/store.ts";
import { loadDoneNotices } from "../../shared/returns/overview/done-notices.ts";

export const handler = accountEndpoint({
  route: routes.listAccountNotifications,
  query: NotificationListQuery,
  output: NotificationList,
  run: async ({ ledger, query }) => {
    const all = await loadNotifications(ledger);
    return notificationPage(all, query, await loadDoneNotices(ledger, all));
  },
});
