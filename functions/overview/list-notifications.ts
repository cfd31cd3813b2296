import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadNotifications } from "../../shared/store/notifications.ts";
import { ListQuery, NotificationList, pageOf } from "../../shared/threshold/notification-list.ts";

export const handler = accountEndpoint({
  route: routes.listNotifications,
  query: ListQuery,
  output: NotificationList,
  run: async ({ account, query }) => pageOf(await loadNotifications(account), query),
});
