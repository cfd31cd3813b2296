import type { WebhookEventType } from "../webhooks/event-types.ts";

/** The kinds of mails that a recipient can switch off. */
export const MAIL_KINDS = [
  "due_soon",
  "overdue",
  "unpaid",
  "late_change",
  "threshold",
  "import",
  "connection",
  "digest",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The kinds of mails, by the events that cause them. Other events cause none. */
export const KIND_OF_EVENT: Readonly<Partial<Record<WebhookEventType, MailKind>>> = {
  "return.due_soon": "due_soon",
  "return.overdue": "overdue",
  "return.unpaid": "unpaid",
  "late_change.recorded": "late_change",
  "threshold.crossed": "threshold",
  "import.completed": "import",
  "connection.failing": "connection",
};
