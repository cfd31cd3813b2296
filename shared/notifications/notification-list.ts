import * as z from "zod";
import { cursorAt, cursorParam, Limit } from "../core/input/pagination.ts";
import {
  type KeptNotification,
  Notification,
  shownNotification,
} from "./threshold-notification.ts";

/** Query of a list of notifications, whose cursors name it as `list`. */
export const notificationQuery = (list: string) =>
  z.strictObject({
    unread: z
      .enum(["true", "false"], "must be true or false")
      .optional()
      .describe("true: only those that are not read; false: only those that are"),
    limit: Limit,
    cursor: cursorParam(list, z.tuple([z.string(), z.string()])),
  });
export type NotificationQuery = z.output<ReturnType<typeof notificationQuery>>;

/** What the place of a notification in a list depends on. */
type Listed = {
  readonly id: string;
  readonly created_at: string;
  readonly read_at?: string | null | undefined;
};

/** A page of the notifications that are asked for, the newest first. */
export function newestFirst<Row extends Listed>(
  list: string,
  all: readonly Row[],
  { unread, limit, cursor }: NotificationQuery,
) {
  const sorted = all
    .filter((one) => unread === undefined || !one.read_at === (unread === "true"))
    .toSorted((one, other) => order(rankOf(one), rankOf(other)))
    .filter((one) => !cursor || order(rankOf(one), cursor) > 0);
  const page = sorted.slice(0, limit);
  const last = sorted.length > limit ? page.at(-1) : undefined;
  return {
    page,
    next_cursor: last ? cursorAt(list, rankOf(last)) : null,
    unread_count: unreadCount(all),
  };
}

/** How many notifications nobody has marked as read. */
export const unreadCount = (notifications: readonly Pick<Listed, "read_at">[]): number =>
  notifications.filter(({ read_at }) => !read_at).length;

type Rank = readonly [created_at: string, id: string];

const rankOf = ({ created_at, id }: Listed): Rank => [created_at, id];

/** The newest first; of one instant by id. */
const order = ([at, id]: Rank, [otherAt, otherId]: Rank): number =>
  at === otherAt ? (id < otherId ? -1 : id > otherId ? 1 : 0) : at < otherAt ? 1 : -1;

const LIST = "notifications";

/** Query of GET /v1/compliance/notifications. */
export const NotificationListQuery = notificationQuery(LIST);

export const NotificationList = z
  .strictObject({
    items: z.array(Notification),
    next_cursor: z.string().nullable(),
    unread_count: z.int().describe("Of all notifications, whatever the page shows"),
  })
  .meta({ id: "ThresholdNotificationList" });
export type NotificationList = z.output<typeof NotificationList>;

/** A page of the crossings of the threshold. */
export function notificationPage(
  notifications: readonly KeptNotification[],
  query: NotificationQuery,
): NotificationList {
  const { page, ...rest } = newestFirst(LIST, notifications, query);
  return { items: page.map(shownNotification), ...rest };
}
