/** What a webhook can listen to. */
export const WEBHOOK_EVENTS = [
  "threshold.crossed",
  "late_change.recorded",
  "return.due_soon",
  "recount.completed",
  "import.completed",
  "period.locked",
  "period.filed",
] as const;

/** And what goes to one webhook alone, when it is asked for. */
export const MESSAGE_TYPES = [...WEBHOOK_EVENTS, "webhook.test"] as const;
export type WebhookEventType = (typeof MESSAGE_TYPES)[number];

/** An event of a ledger, before its message adds the account. The wing that causes an event states its data. */
export type WebhookEvent = {
  readonly type: WebhookEventType;
  readonly data: Readonly<Record<string, unknown>>;
};
