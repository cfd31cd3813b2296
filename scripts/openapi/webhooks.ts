import * as z from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { EVENT_DATA } from "../../shared/api/docs/webhook-events.ts";
import {
  MESSAGE_TYPES,
  type WebhookEventType,
} from "../../shared/notifications/webhooks/event-types.ts";
import { OUTSIDE } from "../../shared/notifications/webhooks/http-client.ts";
import { MESSAGES_TAG } from "./tags.ts";

const SUMMARIES: Readonly<Record<WebhookEventType, string>> = {
  "threshold.crossed": "The year's cross-border turnover exceeds the threshold, or comes close",
  "late_change.recorded":
    "A locked return has changed since its lock; the next open return declares the change",
  "return.due_soon": "A return that is not locked is due within ten, three, and one days",
  "return.overdue":
    "Returns are overdue: the day after the due day, and weekly until their filing is recorded",
  "return.unpaid":
    "The due day of a locked return is over, and its VAT is not recorded as paid: weekly, for thirty days",
  "recount.completed": "A recount is over: reports show what they will show",
  "import.completed": "An import has ended, successfully or not",
  "period.locked": "The return of a period was frozen",
  "period.filed": "The return of a locked period was recorded as filed",
  "rates.changed": "VAT rates are other ones than before: new ones in force, or decided",
  "connection.failing":
    "A connected shop begins to fail: its orders are not booked, or cannot be read",
  "webhook.test": "A test message was requested",
};

/** Returns the name of a component: PeriodLocked for `period.locked`. */
const nameOf = (type: string): string =>
  type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

const header = (name: string, description: string) => ({
  name,
  in: "header" as const,
  required: true,
  description,
  schema: { type: "string" as const },
});

/** The headers that Standard Webhooks defines for every message. */
const PARAMETERS = [
  header(
    "webhook-id",
    "Id of the message, unchanged in retries and replays: ignore an id that you have processed",
  ),
  header("webhook-timestamp", "Time of this attempt, in seconds since 1970"),
  header(
    "webhook-signature",
    "Signature of the message: `v1,` and base64; two of them, separated by a space, while a secret is replaced",
  ),
];

/** Returns the messages to receivers, as the operations that receivers serve. */
export const webhookOperations = (): ZodOpenApiPathsObject =>
  Object.fromEntries(
    MESSAGE_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `on${nameOf(type)}`,
          summary: SUMMARIES[type],
          description: `Sent to every webhook that listens to it. Verify the signature before you read the body, begin your answer, 2xx, within ${OUTSIDE.beginMs / 1000} seconds, and work on it afterwards.`,
          tags: [MESSAGES_TAG],
          security: [],
          parameters: PARAMETERS,
          requestBody: {
            required: true,
            content: { "application/json": { schema: messageOf(type) } },
          },
          responses: {
            "204": { description: "The message was accepted; any 2xx means the same" },
            "4XX": {
              description:
                "The message was not accepted: it is sent again, except after 410, which disables the webhook",
            },
          },
        },
      },
    ]),
  );

const messageOf = (type: WebhookEventType) =>
  z
    .strictObject({
      type: z.literal(type),
      timestamp: z.iso.datetime().describe("Time of the event, in UTC"),
      data: EVENT_DATA[type],
    })
    .meta({ id: `${nameOf(type)}Message` });
