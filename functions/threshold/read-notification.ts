import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { markRead } from "../../shared/notifications/notifications.ts";
import {
  Notification,
  NotificationPath,
  shownNotification,
} from "../../shared/notifications/threshold-notification.ts";

export const handler = accountEndpoint({
  route: routes.readNotification,
  path: NotificationPath,
  output: Notification,
  run: async ({ account, path, now }) => {
    const read = await markRead(account, path.id, now);
    if (!read) throw notFound("notification");
    return shownNotification(read);
  },
});
