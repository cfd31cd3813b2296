import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { shownTold, ToldView } from "../../shared/notifications/listing.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { markNoticeRead } from "../../shared/store/notices.ts";
import { markRead } from "../../shared/store/notifications.ts";
import { NotificationPath } from "../../shared/threshold/notification.ts";

export const handler = accountEndpoint({
  route: routes.readAccountNotification,
  path: NotificationPath,
  output: ToldView,
  run: async ({ account, path, now }) => {
    const read =
      (await markNoticeRead(account, path.id, now)) ?? (await markRead(account, path.id, now));
    if (!read) throw notFound("notification");
    return shownTold(read);
  },
});
