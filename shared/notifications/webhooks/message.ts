import * as z from "zod";
import { dayOf } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { accountOf, isSandbox } from "../../core/ids.ts";
import type { Queue } from "../../platform/queues/queues.ts";
import { LedgerName } from "../../platform/queues/queues.ts";
import { lineOf, type NoticeOf, type Notification, type ReturnNotice } from "../notification.ts";
import type { WebhookEvent, WebhookEventType } from "./event-types.ts";

/** An event as sent to every receiver. */
export type WebhookMessage = {
  /** The value of the header webhook-id, identical for all attempts and receivers. */
  readonly id: string;
  readonly type: WebhookEventType;
  readonly timestamp: string;
  /** The exact body; a retry and a replay send identical bytes. */
  readonly body: string;
};

/** Formats an instant for an id. Ids sort by their instants. */
const compact = (instant: string): string => instant.replaceAll(/[-:.]/g, "");

/** The form of message ids, without dots as Standard Webhooks requires. */
export const MESSAGE_ID = /^msg_\d{8}T\d{9}Z_[0-9a-f]{16}$/;

/**
 * Builds the message of an event in the form of Standard Webhooks: `type`, `timestamp`, `data`.
 * @param random sixteen hexadecimal digits, which distinguish messages of one millisecond
 */
export function messageOfEvent(
  ledger: LedgerId,
  { type, data }: WebhookEvent,
  now: Date,
  random: string,
): WebhookMessage {
  const timestamp = now.toISOString();
  const mode = isSandbox(ledger) ? "test" : "live";
  const whole = { account: accountOf(ledger), mode, ...data };
  return {
    id: `msg_${compact(timestamp)}_${random}`,
    type,
    timestamp,
    body: JSON.stringify({ type, timestamp, data: whole }),
  };
}

/**
 * The work of a worker: one delivery to attempt or, without `webhook_id`, a message whose deliveries must be created.
 */
export const WebhookWork = z.strictObject({
  account: LedgerName,
  message_id: z.string().min(1),
  webhook_id: z.string().min(1).optional(),
});
export type WebhookWork = z.output<typeof WebhookWork>;

export const WEBHOOK_QUEUE: Queue<WebhookWork> = { name: "webhooks", schema: WebhookWork };

const DAY_MS = 86_400_000;

export function noticeEvent(notice: ReturnNotice, now: Date) {
  const { id: notification_id, scheme_type, period_key } = notice;
  const data = { notification_id, scheme_type, period_key };
  if (notice.kind === "late_change.recorded") return { type: notice.kind, data } as const;
  const { filing_due_date } = notice;
  if (notice.kind === "return.unpaid") {
    return { type: notice.kind, data: { ...data, filing_due_date } } as const;
  }
  if (notice.kind === "return.overdue") {
    const { period_keys } = notice;
    return { type: notice.kind, data: { ...data, filing_due_date, period_keys } } as const;
  }
  const left = Date.parse(filing_due_date) - Date.parse(dayOf(now));
  const timed = { ...data, filing_due_date, days_left: left / DAY_MS };
  return { type: notice.kind, data: timed } as const;
}

export const failingEvent = (notice: NoticeOf<"connection.failing">) => ({
  type: notice.kind,
  data: {
    notification_id: notice.id,
    connection_id: notice.connection_id,
    source_id: notice.source_id,
    code: notice.code,
    since: notice.created_at,
  },
});

/** Builds the event of a threshold crossing, of the warning line or of the threshold itself. */
export const thresholdEvent = (notification: Notification) => ({
  type: "threshold.crossed" as const,
  data: {
    notification_id: notification.id,
    line: lineOf(notification),
    year: notification.year,
    threshold_minor: notification.threshold_minor,
    currency: notification.currency,
    current_minor: notification.current_minor,
    percentage_used: notification.percentage_used,
    crossed_on: notification.crossed_on,
    crossed_on_eur: notification.crossed_on_eur,
    deciding_currency: notification.deciding_currency,
    registered: notification.registered,
    eur_only: notification.eur_only,
  },
});
