import * as z from "zod";
import { IsoDate, PeriodKey } from "../core/calendar/schema.ts";
import { cursorAt, cursorParam, Limit } from "../core/input/pagination.ts";
import { SchemeType } from "../vat/seller/registration.ts";
import { crossingView, lineOf, Notification, type StoredNotification } from "./notification.ts";
import type { NotificationRecord } from "./texts.ts";
import { inGerman } from "./texts-de.ts";
import { inEnglish } from "./texts-en.ts";
import { NOTIFICATION_KINDS } from "./webhooks/event-types.ts";

/** Builds the query schema of a list of notifications; `list` is the name in its cursors. */
const notificationQuery = (list: string) =>
  z.strictObject({
    unread: z
      .enum(["true", "false"], "must be true or false")
      .optional()
      .describe(
        "Filter by read state: `true` returns unread notifications only, `false` the others",
      ),
    limit: Limit,
    cursor: cursorParam(list, z.tuple([z.string(), z.string()])),
  });
type NotificationQuery = z.output<ReturnType<typeof notificationQuery>>;

/** The fields that determine the place of a notification in a list. */
type ListedNotification = {
  readonly id: string;
  readonly created_at: string;
  readonly read_at?: string | null | undefined;
};

/** Returns a page of the requested notifications, the newest first. */
function newestFirst<Row extends ListedNotification>(
  list: string,
  all: readonly Row[],
  { unread, limit, cursor }: NotificationQuery,
  done?: ReadonlySet<string>,
) {
  const sorted = all
    .filter((row) => unread === undefined || isUnread(row, done) === (unread === "true"))
    .toSorted((row, other) => order(rankOf(row), rankOf(other)))
    .filter((row) => !cursor || order(rankOf(row), cursor) > 0);
  const page = sorted.slice(0, limit);
  const last = sorted.length > limit ? page.at(-1) : undefined;
  return {
    page,
    next_cursor: last ? cursorAt(list, rankOf(last)) : null,
    unread_count: unreadCount(all, done),
  };
}

/** The part of a notification that says whether it was read. */
type Readable = Pick<ListedNotification, "id" | "read_at">;

const isUnread = ({ id, read_at }: Readable, done?: ReadonlySet<string>): boolean =>
  !read_at && !done?.has(id);

/** Counts unread notifications, without those that ask for nothing any more. */
export const unreadCount = (
  notifications: readonly Readable[],
  done?: ReadonlySet<string>,
): number => notifications.filter((notification) => isUnread(notification, done)).length;

type Rank = readonly [created_at: string, id: string];

const rankOf = ({ created_at, id }: ListedNotification): Rank => [created_at, id];

/** Orders notifications newest first, and by id within one instant. */
const order = ([at, id]: Rank, [otherAt, otherId]: Rank): number =>
  at === otherAt ? (id < otherId ? -1 : id > otherId ? 1 : 0) : at < otherAt ? 1 : -1;

const THRESHOLD_LIST = "notifications";

export const CrossingListQuery = notificationQuery(THRESHOLD_LIST);

export const CrossingList = z
  .strictObject({
    items: z.array(Notification),
    next_cursor: z.string().nullable(),
    unread_count: z.int().describe("Number of unread notifications on all pages"),
  })
  .meta({ id: "ThresholdNotificationList" });
export type CrossingList = z.output<typeof CrossingList>;

export function crossingPage(
  notifications: readonly StoredNotification[],
  query: NotificationQuery,
): CrossingList {
  const { page, ...rest } = newestFirst(THRESHOLD_LIST, notifications, query);
  return { items: page.map(crossingView), ...rest };
}

const LIST = "account-notifications";

export const NotificationListQuery = notificationQuery(LIST);

const MailTextView = z
  .strictObject({
    subject: z.string().describe("Subject line of the mail"),
    text: z.string().describe("Plain text with line breaks; no markup"),
  })
  .meta({ id: "MailText" });

export const NotificationView = z
  .strictObject({
    id: z.string().describe("Id of the notification; a late change that grows keeps its id"),
    kind: z.enum(NOTIFICATION_KINDS),
    created_at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
    done: z
      .boolean()
      .describe(
        "True if an unread notification needs no action any more, because its returns are filed and paid, or its fault is mended; it does not count as unread",
      ),
    about: z
      .strictObject({
        year: z.int().nullable(),
        line: z
          .enum(["warning", "exceeded"])
          .nullable()
          .describe(
            "Line that the turnover crossed, nine tenths of the threshold or the threshold; null for other notifications",
          ),
        scheme_type: SchemeType.nullable(),
        period_key: PeriodKey.nullable(),
        filing_due_date: IsoDate.nullable(),
        webhook_id: z.string().nullable(),
        connection_id: z
          .string()
          .nullable()
          .describe("Id of the connection that is failing; null for other notifications"),
        import_id: z
          .string()
          .nullable()
          .describe("Id of the import of a dropped file that failed; null for other notifications"),
      })
      .describe("Subject of the notification; fields that do not apply are null"),
    texts: z
      .strictObject({ en: MailTextView, de: MailTextView })
      .describe("Subject and text of a mail about the notification, by language"),
  })
  .meta({ id: "AccountNotification" });

export const NotificationList = z
  .strictObject({
    items: z.array(NotificationView),
    next_cursor: z.string().nullable(),
    unread_count: z.int().describe("Number of unread notifications on all pages"),
  })
  .meta({ id: "AccountNotificationList" });

export const notificationView = (
  notification: NotificationRecord,
  done?: ReadonlySet<string>,
): z.output<typeof NotificationView> => ({
  id: notification.id,
  kind: "year" in notification ? "threshold.crossed" : notification.kind,
  created_at: notification.created_at,
  read_at: notification.read_at ?? null,
  done: done?.has(notification.id) ?? false,
  about: {
    year: "year" in notification ? notification.year : null,
    line: "year" in notification ? lineOf(notification) : null,
    scheme_type: "scheme_type" in notification ? notification.scheme_type : null,
    period_key: "period_key" in notification ? notification.period_key : null,
    filing_due_date: "filing_due_date" in notification ? notification.filing_due_date : null,
    webhook_id: "webhook_id" in notification ? notification.webhook_id : null,
    connection_id: "connection_id" in notification ? notification.connection_id : null,
    import_id: "import_id" in notification ? notification.import_id : null,
  },
  texts: { en: inEnglish(notification), de: inGerman(notification) },
});

/** Returns a page of notifications; `done` has the ids of those that ask for nothing any more. */
export function notificationPage(
  all: readonly NotificationRecord[],
  query: NotificationQuery,
  done: ReadonlySet<string>,
): z.output<typeof NotificationList> {
  const { page, ...rest } = newestFirst(LIST, all, query, done);
  return { items: page.map((one) => notificationView(one, done)), ...rest };
}
