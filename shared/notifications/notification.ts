import * as z from "zod";
import { IsoDate, PeriodKey } from "../core/calendar/schema.ts";
import { KnownCurrency } from "../core/input/fields.ts";
import { SchemeType } from "../vat/seller/registration.ts";
import { shortAddress } from "./webhooks/http-client.ts";
import { DISABLED_REASONS } from "./webhooks/webhook.ts";

const ofReturn = { scheme_type: SchemeType, period_key: PeriodKey };

const common = {
  id: z.string(),
  created_at: z.iso.datetime(),
  read_at: z.iso.datetime().optional(),
};

/** The faults of a connected shop of which an account is notified. */
const FAILING = [
  "signature_rejected",
  "topic_not_needed",
  "pull_rejected",
  "pull_failed",
  "orders_missing",
  "webhook_switched_off",
] as const;
export type FailingCode = (typeof FAILING)[number];

/** The amount to pay of a return at the time of its notice. */
const PayableAmount = z.object({
  period_key: PeriodKey,
  currency: KnownCurrency,
  minor: z.int(),
  /** False while the return may still change. */
  is_locked: z.boolean(),
});
export type PayableAmount = z.output<typeof PayableAmount>;

/** The late changes that are not declared yet when their notice is made. */
const LateAmounts = z.object({
  /** The return that declares them; absent if none does. */
  declared_in: PeriodKey.optional(),
  lines: z.array(
    z.object({
      period_key: PeriodKey,
      member_state: z.string(),
      currency: KnownCurrency,
      minor: z.int(),
    }),
  ),
  /** Number of further lines. */
  more: z.int(),
});
export type LateAmounts = z.output<typeof LateAmounts>;

/** Notices of earlier versions have no amounts. */
const payable = z.array(PayableAmount).optional();

/** A notification of an account on any subject except the threshold. */
export const Notice = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("return.due_soon"),
    ...ofReturn,
    filing_due_date: IsoDate,
    /** The reminder: days before the due day from which it is given. Older notices have only the first one. */
    days_before: z.int().default(10),
    payable,
  }),
  z.object({
    ...common,
    kind: z.literal("return.overdue"),
    /** The oldest overdue return of the scheme; `period_keys` names all of them, the oldest first. */
    ...ofReturn,
    filing_due_date: IsoDate,
    period_keys: z.array(PeriodKey),
    /** Of the oldest periods. */
    payable,
  }),
  z.object({
    ...common,
    kind: z.literal("return.unpaid"),
    ...ofReturn,
    filing_due_date: IsoDate,
    /** The amount that is still to be paid. */
    payable,
  }),
  z.object({
    ...common,
    kind: z.literal("late_change.recorded"),
    ...ofReturn,
    /** Number of changes to the period's sums since the period ended. */
    changes: z.int(),
    /** True if no return declares the changes, so that they go to the Member States directly. */
    directly: z.boolean().optional(),
    late: LateAmounts.optional(),
  }),
  z.object({
    ...common,
    kind: z.literal("webhook.disabled"),
    webhook_id: z.string(),
    // Older notices hold the whole address, which read-only keys may not see.
    url: z.string().transform(shortAddress),
    reason: z.enum(DISABLED_REASONS),
  }),
  z.object({
    ...common,
    kind: z.literal("connection.failing"),
    connection_id: z.string(),
    source_id: z.string(),
    code: z.enum(FAILING),
  }),
  z.object({
    ...common,
    kind: z.literal("import.failed"),
    import_id: z.string(),
    source_id: z.string(),
  }),
  z.object({
    ...common,
    kind: z.literal("upload_link.unanswered"),
    source_id: z.string(),
    asked_period: PeriodKey,
    ends_on: IsoDate,
  }),
]);
export type Notice = Readonly<z.output<typeof Notice>>;

export type NoticeOf<Kind extends Notice["kind"]> = Extract<Notice, { readonly kind: Kind }>;

/** A notice about returns, which the hourly check of an account makes. */
export type ReturnNotice = NoticeOf<
  "return.due_soon" | "return.overdue" | "return.unpaid" | "late_change.recorded"
>;

/** The kinds of crossings; also the detail type of the event on the event bus. */
export const NotificationKind = z.enum(["vat.threshold.warning", "vat.threshold.exceeded"]);
export type NotificationKind = z.output<typeof NotificationKind>;

/** A crossing of the annual threshold of Art. 59c VAT Directive, with the turnover at its detection. */
export const Notification = z
  .strictObject({
    id: z.string().describe("Id of the crossing, the same in all deliveries and on the event bus"),
    kind: NotificationKind,
    year: z.int().describe("The calendar year whose turnover crossed the line"),
    threshold_minor: z.int(),
    currency: z.literal("EUR"),
    current_minor: z.int(),
    percentage_used: z.int(),
    crossed_on: IsoDate.nullable().describe(
      "The day the threshold was first exceeded, in the currency that decides (Art. 59c(5))",
    ),
    crossed_on_eur: IsoDate.nullable().describe("The day EUR 10,000 were first exceeded in euro"),
    deciding_currency: z
      .string()
      .describe("Currency of the state of establishment; EUR if unknown"),
    registered: z.boolean().describe("True if the account was in the Union scheme on that day"),
    eur_only: z.boolean().describe("True if some sales could not be converted and are left out"),
    created_at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ThresholdNotification" });
export type Notification = Readonly<z.output<typeof Notification>>;

/** A notification with the instant of its publication on the event bus, once published. */
export type StoredNotification = Notification & { readonly published_at?: string | undefined };

/** Returns the line that was crossed: nine tenths of the threshold, or the threshold itself. */
export const lineOf = ({ kind }: Pick<Notification, "kind">): "warning" | "exceeded" =>
  kind === "vat.threshold.exceeded" ? "exceeded" : "warning";

export const crossingView = ({ published_at, ...shown }: StoredNotification): Notification => shown;

/** The id in a path. A text that cannot be an id becomes the empty text, which no notification has. */
export const NotificationPath = z.strictObject({
  id: z.string().transform((id) => (/^[\w-]{1,90}$/.test(id) ? id : "")),
});

export const ReadQuery = z.strictObject({
  read: z
    .enum(["true", "false"], "must be true or false")
    .default("true")
    .describe("False marks the notification as unread again"),
});
