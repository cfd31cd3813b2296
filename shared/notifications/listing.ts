import * as z from "zod";
import { IsoDate, PeriodKey } from "../core/calendar/schema.ts";
import { SchemeType } from "../vat/seller/registration.ts";
import { type NotificationQuery, newestFirst, notificationQuery } from "./notification-list.ts";
import type { Told } from "./texts.ts";
import { inGerman } from "./texts-de.ts";
import { inEnglish } from "./texts-en.ts";
import { NotificationKind } from "./threshold-notification.ts";

const LIST = "account-notifications";

/** Query of GET /v1/notifications. */
export const ToldListQuery = notificationQuery(LIST);

const MailTextView = z
  .strictObject({
    subject: z.string().describe("One line"),
    text: z.string().describe("Plain text with line breaks; no markup"),
  })
  .meta({ id: "MailText" });

const KINDS = [
  ...NotificationKind.options,
  "return.due_soon",
  "late_change.recorded",
  "webhook.disabled",
] as const;

export const ToldView = z
  .strictObject({
    id: z.string().describe("Once an occasion; a late change that goes on keeps its id"),
    kind: z.enum(KINDS),
    created_at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
    about: z
      .strictObject({
        year: z.int().nullable(),
        scheme_type: SchemeType.nullable(),
        period_key: PeriodKey.nullable(),
        filing_due_date: IsoDate.nullable(),
        webhook_id: z.string().nullable(),
      })
      .describe("What it is about; null for what it is not"),
    texts: z
      .strictObject({ en: MailTextView, de: MailTextView })
      .describe("What a mail about it says, in each language"),
  })
  .meta({ id: "AccountNotification" });

export const ToldList = z
  .strictObject({
    items: z.array(ToldView),
    next_cursor: z.string().nullable(),
    unread_count: z.int().describe("Of all notifications, whatever the page shows"),
  })
  .meta({ id: "AccountNotificationList" });

/** A notification as callers see it. */
export const shownTold = (told: Told): z.output<typeof ToldView> => ({
  id: told.id,
  kind: told.kind,
  created_at: told.created_at,
  read_at: told.read_at ?? null,
  about: {
    year: "year" in told ? told.year : null,
    scheme_type: "scheme_type" in told ? told.scheme_type : null,
    period_key: "period_key" in told ? told.period_key : null,
    filing_due_date: "filing_due_date" in told ? told.filing_due_date : null,
    webhook_id: "webhook_id" in told ? told.webhook_id : null,
  },
  texts: { en: inEnglish(told), de: inGerman(told) },
});

/** A page of all that an account was told. */
export function toldPage(
  all: readonly Told[],
  query: NotificationQuery,
): z.output<typeof ToldList> {
  const { page, ...rest } = newestFirst(LIST, all, query);
  return { items: page.map(shownTold), ...rest };
}
