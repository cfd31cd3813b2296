import * as z from "zod";
import { IsoDate, PeriodKey } from "../core/calendar/schema.ts";
import { SchemeType } from "../vat/seller/registration.ts";
import { DISABLED_REASONS } from "./webhooks/webhook.ts";

const ofReturn = { scheme_type: SchemeType, period_key: PeriodKey };

const common = {
  id: z.string(),
  created_at: z.iso.datetime(),
  read_at: z.iso.datetime().optional(),
};

/** Something that people of the account are told, beside crossings of the threshold. */
export const Notice = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("return.due_soon"),
    ...ofReturn,
    filing_due_date: IsoDate,
  }),
  z.object({
    ...common,
    kind: z.literal("late_change.recorded"),
    ...ofReturn,
    /** How often the sums of the period had been changed after its end. */
    changes: z.int(),
  }),
  z.object({
    ...common,
    kind: z.literal("webhook.disabled"),
    webhook_id: z.string(),
    url: z.string(),
    reason: z.enum(DISABLED_REASONS),
  }),
]);
export type Notice = Readonly<z.output<typeof Notice>>;

export type NoticeOf<Kind extends Notice["kind"]> = Extract<Notice, { readonly kind: Kind }>;

/** What can be told; also the detail type of the event on the bus. */
export const NotificationKind = z.enum(["vat.threshold.warning", "vat.threshold.exceeded"]);
export type NotificationKind = z.output<typeof NotificationKind>;

/** A crossing of the annual threshold of Art. 59c VAT Directive, as it stood when it was noticed. */
export const Notification = z
  .strictObject({
    id: z.string().describe("The same for every delivery of one crossing, also on the event bus"),
    kind: NotificationKind,
    year: z.int().describe("The calendar year whose turnover crossed the line"),
    threshold_minor: z.int(),
    currency: z.literal("EUR"),
    current_minor: z.int(),
    percentage_used: z.int(),
    crossed_on: IsoDate.nullable().describe("The day the threshold was first exceeded"),
    eur_only: z.boolean().describe("Some sales could not be converted and are left out"),
    created_at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ThresholdNotification" });
export type Notification = Readonly<z.output<typeof Notification>>;

/** A notification and, once it is on the bus, since when. */
export type StoredNotification = Notification & { readonly published_at?: string | undefined };

/** What callers see of it. */
export const crossingView = ({ published_at, ...shown }: StoredNotification): Notification => shown;

/** What cannot be an id is no notification: the empty text, which is none either, stands for it. */
export const NotificationPath = z.strictObject({
  id: z.string().transform((id) => (/^[\w-]{1,90}$/.test(id) ? id : "")),
});
