export const WEBHOOK_EVENTS = [
  "threshold.crossed",
  "late_change.recorded",
  "return.due_soon",
  "return.overdue",
  "return.unpaid",
  "recount.completed",
  "import.completed",
  "period.locked",
  "period.filed",
  "connection.failing",
] as const;

/** The kinds of occasions, of webhook messages and of notifications of an account. */
export type OccasionKind = (typeof WEBHOOK_EVENTS)[number] | "webhook.disabled" | "import.failed";

/** All message types. A test message goes to one webhook on request. */
export const MESSAGE_TYPES = [...WEBHOOK_EVENTS, "webhook.test"] as const;
export type WebhookEventType = (typeof MESSAGE_TYPES)[number];

/** An event of a ledger, before its message adds the account. The module that causes an event defines its data. */
export type WebhookEvent = {
  readonly type: WebhookEventType;
  readonly data: Readonly<Record<string, unknown>>;
};
