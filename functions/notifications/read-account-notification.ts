import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { NotificationView, notificationView } from "../../shared/notifications/listing.ts";
import { NotificationPath, ReadQuery } from "../../shared/notifications/notification.ts";
import { markNoticeRead, markRead } from "../../shared/notifications/store.ts";
import { loadDoneNotices } from "../../shared/returns/overview/done-notices.ts";

export const handler = accountEndpoint({
  route: routes.readAccountNotification,
  path: NotificationPath,
  query: ReadQuery,
  output: NotificationView,
  run: async ({ ledger, path, query, now }) => {
    const at = query.read === "true" ? now : undefined;
    const read =
      (await markNoticeRead(ledger, path.id, at)) ?? (await markRead(ledger, path.id, at));
    if (!read) throw notFound("notification");
    return notificationView(read, await loadDoneNotices(ledger, [read]));
  },
});
