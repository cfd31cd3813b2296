import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  NotificationList,
  NotificationListQuery,
  notificationPage,
} from "../../shared/notifications/listing.ts";
import { loadNotifications } from "../../shared/notifications/store.ts";

export const handler = accountEndpoint({
  route: routes.listAccountNotifications,
  query: NotificationListQuery,
  output: NotificationList,
  run: async ({ ledger, query }) => notificationPage(await loadNotifications(ledger), query),
});
