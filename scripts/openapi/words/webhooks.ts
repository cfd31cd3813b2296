const WEBHOOK = {
  id: "Id of the webhook",
  url: "Address that messages are sent to; null if they are fetched; a read-only key sees its origin and the start of its path",
  events: "Types of events that the webhook receives",
  description: "Description for people; null if there is none",
  disabled_at: "Time when the webhook was disabled, UTC; null if it is enabled",
};

const of = (schema: string): Record<string, string> =>
  Object.fromEntries(Object.entries(WEBHOOK).map(([name, words]) => [`${schema}.${name}`, words]));

/** The messages that share a set of fields. */
const MESSAGES = [
  "ConnectionFailing",
  "ImportCompleted",
  "LateChangeRecorded",
  "PeriodFiled",
  "PeriodLocked",
  "RatesChanged",
  "RecountCompleted",
  "ReturnDueSoon",
  "ReturnOverdue",
  "ReturnUnpaid",
  "ThresholdCrossed",
  "WebhookTest",
].flatMap((name) => [
  [`${name}Message.type`, "The type of the event"],
  [`${name}Message.data`, "The facts of the event"],
]);

const PATHS = [
  "getWebhook",
  "updateWebhook",
  "deleteWebhook",
  "rotateWebhookSecret",
  "testWebhook",
  "listWebhookDeliveries",
  "replayWebhookDelivery",
].map((operation) => [`${operation}.id`, "The `id` of a webhook"]);

/** Descriptions of webhooks, their messages, and notifications. */
export const WEBHOOK_WORDS: Readonly<Record<string, string>> = {
  ...of("Webhook"),
  ...of("WebhookWithSecret"),
  ...Object.fromEntries([...MESSAGES, ...PATHS]),
  "AccountNotification.kind": "Kind of the notification, as threshold and webhooks name it",
  "AccountNotification.about.period_key":
    "Period of the return; null if the notification is about none",
  "AccountNotification.texts.en": "The text in English",
  "AccountNotification.texts.de": "The text in German",
  "readAccountNotification.id": "The `id` of a notification",
  delivery_id: "The `id` of a delivery",
  webhook_id: "Id of the webhook concerned",
  "attempts.duration_ms": "Duration of the attempt in milliseconds",
  "WebhookDelivery.type": "The type of the event",
  "WebhookChange.description": "Description for people; at most 200 characters, null removes it",
  "ImportCompletedMessage.data.counts.rows": "Number of rows that are done: the sum of the others",
  "ImportCompletedMessage.data.import_id": "The import, as the list of imports has it",
  "ImportCompletedMessage.data.format": "Format of the imported file",
  "ImportCompletedMessage.data.source_id": "Source tag of the import",
  "PeriodLockedMessage.data.filing_status": "Readiness for filing when the return was locked",
  "RecountCompletedMessage.data.requested_at": "Time of the latest request, UTC",
  events_examined: "Events that were looked at, in all passes",
  "ThresholdCrossedMessage.data.threshold_minor": "The threshold, in minor units of `currency`",
  "ThresholdCrossedMessage.data.current_minor": "The turnover, in minor units of `currency`",
};
