import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { NotificationView, notificationView } from "../../shared/notifications/listing.ts";
import { NotificationPath } from "../../shared/notifications/notification.ts";
import { markNoticeRead, markRead } from "../../shared/notifications/store.ts";

export const handler = accountEndpoint({
  route: routes.readAccountNotification,
  path: NotificationPath,
  output: NotificationView,
  run: async ({ ledger, path, now }) => {
    const read =
      (await markNoticeRead(ledger, path.id, now)) ?? (await markRead(ledger, path.id, now));
    if (!read) throw notFound("notification");
    return notificationView(read);
  },
});
