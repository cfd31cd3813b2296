/** The occasions that notifications of an account and webhooks both report, under one name. */
const OF_BOTH = [
  "threshold.crossed",
  "late_change.recorded",
  "return.due_soon",
  "return.overdue",
  "return.unpaid",
  "connection.failing",
] as const;

export const WEBHOOK_EVENTS = [
  ...OF_BOTH,
  "recount.completed",
  "import.completed",
  "period.locked",
  "period.filed",
  "rates.changed",
] as const;

/** The kinds of notifications of an account. */
export const NOTIFICATION_KINDS = [
  ...([...OF_BOTH, "webhook.disabled", "import.failed", "upload_link.unanswered"] as const),
] as const;

/** All message types. A test message goes to one webhook on request. */
export const MESSAGE_TYPES = [...WEBHOOK_EVENTS, "webhook.test"] as const;
export type WebhookEventType = (typeof MESSAGE_TYPES)[number];

/** An event of a ledger, before its message adds the account. The module that causes an event defines its data. */
export type WebhookEvent = {
  readonly type: WebhookEventType;
  readonly data: Readonly<Record<string, unknown>>;
};
