import * as z from "zod";
import { noSuch } from "../../core/errors/errors.ts";
import { readable } from "../../core/input/fields.ts";
import { listQuery, loadedListQuery, NextCursor, pageOf } from "../../core/input/pagination.ts";
import { DeliveryAttempt, WebhookDelivery } from "./delivery.ts";
import { WEBHOOK_EVENTS } from "./event-types.ts";
import { ReceiverUrl, shortAddress } from "./http-client.ts";
import { MESSAGE_ID } from "./message.ts";
import { DISABLED_REASONS, isEnabled, isFetched, type Webhook } from "./webhook.ts";

const Events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .refine((events) => new Set(events).size === events.length, "must not name an event twice")
  .describe("Types of events that the webhook receives");

const Description = readable(200).describe("Description for people; at most 200 characters");

const DELIVERY = ["push", "poll"] as const;

/** Body of POST /v1/webhooks. */
export const WebhookRequest = z
  .strictObject({
    url: ReceiverUrl.optional().describe(
      "Address of the receiver, https; required unless `delivery` is `poll`",
    ),
    delivery: z
      .enum(DELIVERY)
      .default("push")
      .describe(
        "Way of the messages. `push`: to the address; `poll`: they are fetched as deliveries for 24 hours, after which the webhook gets no more",
      ),
    events: Events,
    description: Description.optional(),
  })
  .check(({ value: { url, delivery }, issues }) => {
    const message =
      delivery === "push"
        ? url === undefined && "required, unless `delivery` is `poll`"
        : url !== undefined && "must be absent where `delivery` is `poll`";
    if (message) issues.push({ code: "custom", message, path: ["url"], input: url });
  })
  .meta({ id: "WebhookRequest" });
export type WebhookRequest = z.output<typeof WebhookRequest>;

/** Body of PATCH /v1/webhooks/{id}. */
export const WebhookChange = z
  .strictObject({
    url: ReceiverUrl.optional(),
    events: Events.optional(),
    description: Description.nullable().optional(),
    enabled: z
      .boolean()
      .optional()
      .describe(
        "True to enable the webhook for events from then on; `false` disables it, and ends deliveries in progress",
      ),
  })
  .meta({ id: "WebhookChange" });
export type WebhookChange = z.output<typeof WebhookChange>;

const instant = z.iso.datetime();

const fields = {
  id: z.string(),
  url: z.string().nullable(),
  delivery: z.enum(DELIVERY).describe("Way of the messages: `push` to the address, or `poll`"),
  ends_at: instant
    .nullable()
    .describe(
      "Time from which a webhook whose messages are fetched gets no more, UTC; null for others",
    ),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  description: z.string().nullable(),
  enabled: z.boolean().describe("True if messages are sent"),
  disabled_at: instant.nullable(),
  disabled_reason: z
    .enum(DISABLED_REASONS)
    .nullable()
    .describe(
      "Reason why the webhook is disabled. `asked`: by a key of the account; `failing`: nothing had arrived for three days; `gone`: the receiver returned 410",
    ),
  failing_since: instant
    .nullable()
    .describe(
      "Time since which attempts fail, UTC; null if the last attempt arrived, or there was none",
    ),
  previous_secret_until: instant
    .nullable()
    .describe(
      "Time until which the former secret signs alongside the new one, UTC; null if it does not",
    ),
  created_at: instant,
  created_by: z.string().describe("Id of the API key or person"),
  updated_at: instant,
  updated_by: z.string().describe("Id of the API key or person that changed it last"),
};

export const WebhookView = z.strictObject(fields).meta({ id: "Webhook" });
export type WebhookView = z.output<typeof WebhookView>;

const secret = z
  .string()
  .describe("Signing secret: `whsec_` and 32 random bytes in base64. It is not shown again");

export const WebhookWithSecret = z
  .strictObject({ ...fields, secret })
  .meta({ id: "WebhookWithSecret" });

export const WEBHOOK_LIST = "webhooks";

export const WebhookListQuery = loadedListQuery(WEBHOOK_LIST);

export const WebhookList = z
  .strictObject({ items: z.array(WebhookView), next_cursor: NextCursor })
  .meta({ id: "WebhookList" });

/** Returns a webhook as a response shows it to a key of `scope`. */
export const webhookView = (
  webhook: Webhook,
  now: Date,
  scope: "full" | "read-only" = "full",
): WebhookView => ({
  id: webhook.id,
  url:
    webhook.url === undefined ? null : scope === "full" ? webhook.url : shortAddress(webhook.url),
  delivery: isFetched(webhook) ? "poll" : "push",
  ends_at: webhook.ends_at ?? null,
  events: [...webhook.events],
  description: webhook.description ?? null,
  enabled: isEnabled(webhook),
  disabled_at: webhook.disabled_at ?? null,
  disabled_reason: webhook.disabled_reason ?? null,
  failing_since: webhook.failing_since ?? null,
  previous_secret_until:
    (webhook.previous_secret_until ?? "") > now.toISOString()
      ? (webhook.previous_secret_until ?? null)
      : null,
  created_at: webhook.created_at,
  created_by: webhook.created_by,
  updated_at: webhook.updated_at,
  updated_by: webhook.updated_by,
});

const WebhookId = z.string().regex(/^wh_[0-9a-f]{16}$/, noSuch("webhook"));

export const WebhookPath = z.strictObject({ id: WebhookId });

export const DeliveryPath = z.strictObject({
  id: WebhookId,
  delivery_id: z.string().regex(MESSAGE_ID, noSuch("delivery")),
});

const attempt = DeliveryAttempt.shape;
const delivery = WebhookDelivery.shape;

export const DeliveryView = z
  .strictObject({
    id: z.string().describe("The header webhook-id: the same over retries and replays"),
    webhook_id: z.string(),
    type: delivery.type,
    timestamp: delivery.timestamp.describe("Time of the event, UTC"),
    state: delivery.state.describe(
      "State of the delivery; `failed`: no further attempt is made; one that waits to be fetched stays `pending`",
    ),
    next_attempt_at: instant.nullable().describe("Time of the next attempt; null if none follows"),
    payload: z.string().describe("The body that is sent, to the letter"),
    attempts: z
      .array(
        z.strictObject({
          at: attempt.at,
          delivered: attempt.delivered.describe("True if the receiver answered with 2xx"),
          response_status: z
            .int()
            .nullable()
            .describe("HTTP status of the receiver; null without one"),
          duration_ms: attempt.duration_ms,
          answer: z
            .string()
            .nullable()
            .describe("The first characters of the answer, without those that cannot be shown"),
          error: z.string().nullable().describe("Error of the attempt in words; null if none"),
        }),
      )
      .describe("Attempts in order of time; at most the last 30"),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveryView = (delivery: WebhookDelivery): z.output<typeof DeliveryView> => ({
  id: delivery.id,
  webhook_id: delivery.webhook_id,
  type: delivery.type,
  timestamp: delivery.timestamp,
  state: delivery.state,
  next_attempt_at: delivery.next_attempt_at ?? null,
  payload: delivery.body,
  attempts: delivery.attempts.map(({ at, delivered, duration_ms, ...of }) => ({
    at,
    delivered,
    response_status: of.response_status ?? null,
    duration_ms,
    answer: of.answer ?? null,
    error: of.error ?? null,
  })),
});

const LIST = "webhook-deliveries";

export const DeliveryListQuery = listQuery(LIST, z.string().regex(MESSAGE_ID))
  .extend({
    after: z
      .union([z.literal("first"), z.string().regex(MESSAGE_ID)])
      .optional()
      .describe(
        "Id of a message: lists those after it, the oldest first; `first`: from the first one. Ask again after the last id that came",
      ),
    wait: z
      .string()
      .regex(/^(?:1?\d|20)$/, "must be a number of seconds from 0 to 20")
      .transform(Number)
      .optional()
      .describe("Seconds to wait for a message after `after`, if there is none yet; at most 20"),
  })
  .check(({ value: { after, wait, cursor }, issues }) => {
    const say = (field: string, message: string) =>
      issues.push({ code: "custom", message, path: [field], input: field });
    if (wait !== undefined && after === undefined) say("wait", "only with `after`");
    if (after !== undefined && cursor !== undefined) say("cursor", "not with `after`");
  });

export const DeliveryList = z
  .strictObject({ items: z.array(DeliveryView), next_cursor: z.string().nullable() })
  .meta({ id: "WebhookDeliveryList" });

/** Builds the response with messages after another one: whoever wants more asks after the last of them. */
export const deliveriesAfterPage = (found: readonly WebhookDelivery[]) => ({
  items: deliveriesPage(found, found.length).items,
  next_cursor: null,
});

/** Builds a page of `limit` deliveries from the next `limit` + 1 deliveries. */
export const deliveriesPage = (found: readonly WebhookDelivery[], limit: number) =>
  pageOf(LIST, found, limit, { idOf: ({ id }) => id, view: deliveryView });
