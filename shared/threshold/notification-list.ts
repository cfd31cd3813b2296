import * as z from "zod";
import { cursorAt, cursorParam, Limit } from "../input/page.ts";
import { type KeptNotification, Notification, shownNotification } from "./notification.ts";

const LIST = "notifications";

/** Query of GET /v1/compliance/notifications. */
export const NotificationListQuery = z.strictObject({
  unread: z
    .enum(["true", "false"], "must be true or false")
    .optional()
    .describe("true: only those that are not read; false: only those that are"),
  limit: Limit,
  cursor: cursorParam(LIST, z.tuple([z.string(), z.string()])),
});
export type NotificationListQuery = z.output<typeof NotificationListQuery>;

export const NotificationList = z
  .strictObject({
    items: z.array(Notification),
    next_cursor: z.string().nullable(),
    unread_count: z.int().describe("Of all notifications, whatever the page shows"),
  })
  .meta({ id: "ThresholdNotificationList" });
export type NotificationList = z.output<typeof NotificationList>;

/** A page of the notifications, the newest first. */
export function notificationPage(
  notifications: readonly KeptNotification[],
  { unread, limit, cursor }: NotificationListQuery,
): NotificationList {
  const sorted = notifications
    .filter(({ read_at }) => unread === undefined || (read_at === null) === (unread === "true"))
    .toSorted((one, other) => compare(rankOf(one), rankOf(other)))
    .filter((row) => !cursor || compare(rankOf(row), cursor) > 0);
  const items = sorted.slice(0, limit).map(shownNotification);
  const last = sorted.length > limit ? items.at(-1) : undefined;
  return {
    items,
    next_cursor: last ? cursorAt(LIST, rankOf(last)) : null,
    unread_count: unreadCount(notifications),
  };
}

/** How many notifications nobody has marked as read. */
export const unreadCount = (
  notifications: readonly { readonly read_at?: string | null | undefined }[],
): number => notifications.filter(({ read_at }) => !read_at).length;

type Rank = readonly [created_at: string, id: string];

const rankOf = ({ created_at, id }: KeptNotification): Rank => [created_at, id];

const compare = ([at, id]: Rank, [otherAt, otherId]: Rank): number =>
  at === otherAt ? (id < otherId ? -1 : id > otherId ? 1 : 0) : at < otherAt ? 1 : -1;
