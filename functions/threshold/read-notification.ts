import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import {
  crossingView,
  Notification,
  NotificationPath,
} from "../../shared/notifications/notification.ts";
import { markRead } from "../../shared/notifications/store.ts";

export const handler = accountEndpoint({
  route: routes.readNotification,
  path: NotificationPath,
  output: Notification,
  run: async ({ ledger, path, now }) => {
    const read = await markRead(ledger, path.id, now);
    if (!read) throw notFound("notification");
    return crossingView(read);
  },
});
