import type * as z from "zod";
import type { EVENT_DATA } from "../../api/docs/webhook-events.ts";

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

type DataOf<Type extends WebhookEventType> = z.input<(typeof EVENT_DATA)[Type]>;

/** Something that happened in a ledger, before it is a message, which says besides whose it is. */
export type WebhookEvent = {
  readonly [Type in WebhookEventType]: {
    readonly type: Type;
    readonly data: Omit<DataOf<Type>, "account" | "mode">;
  };
}[WebhookEventType];
