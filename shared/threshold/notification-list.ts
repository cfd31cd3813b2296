import * as z from "zod";
import { cursorAt, cursorParam, Limit } from "../input/page.ts";
import { type KeptNotification, Notification, shownNotification } from "./notification.ts";

const LIST = "notifications";

/** Query of GET /v1/compliance/notifications. */
export const ListQuery = z.strictObject({
  unread: z
    .enum(["true", "false"], "must be true or false")
    .optional()
    .describe("true: only those that are not read; false: only those that are"),
  limit: Limit,
  cursor: cursorParam(LIST, z.tuple([z.string(), z.string()])),
});
export type ListQuery = z.output<typeof ListQuery>;

export const NotificationList = z
  .strictObject({
    items: z.array(Notification),
    next_cursor: z.string().nullable(),
    unread_count: z.int().describe("Of all notifications, whatever the page shows"),
  })
  .meta({ id: "ThresholdNotificationList" });
export type NotificationList = z.output<typeof NotificationList>;

/** A page of the notifications, the newest first. */
export function pageOf(
  notifications: readonly KeptNotification[],
  { unread, limit, cursor }: ListQuery,
): NotificationList {
  const sorted = notifications
    .filter(({ read_at }) => unread === undefined || (read_at === null) === (unread === "true"))
    .toSorted((one, other) => compare(placeOf(one), placeOf(other)))
    .filter((row) => !cursor || compare(placeOf(row), cursor) > 0);
  const items = sorted.slice(0, limit).map(shownNotification);
  const last = sorted.length > limit ? items.at(-1) : undefined;
  return {
    items,
    next_cursor: last ? cursorAt(LIST, placeOf(last)) : null,
    unread_count: unreadCount(notifications),
  };
}

/** How many notifications nobody has marked as read. */
export const unreadCount = (notifications: readonly KeptNotification[]): number =>
  notifications.filter(({ read_at }) => read_at === null).length;

type Place = readonly [created_at: string, id: string];

const placeOf = ({ created_at, id }: KeptNotification): Place => [created_at, id];

const compare = ([at, id]: Place, [otherAt, otherId]: Place): number =>
  at === otherAt ? (id < otherId ? -1 : id > otherId ? 1 : 0) : at < otherAt ? 1 : -1;
