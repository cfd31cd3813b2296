import * as z from "zod";
import { MESSAGE_TYPES } from "./event-types.ts";
import { ReceiverTimeoutError, receiverFault } from "./http-client.ts";
import type { WebhookMessage } from "./message.ts";
import { disabled, FETCHED_HOURS, isFetched, type Webhook } from "./webhook.ts";

/** Maximum number of messages that an account sends in a minute: of events, tests and replays together. */
export const MOST_OF_AN_ACCOUNT = 30;

const MINUTE_SECONDS = 60;

/** Returns the minute in which messages are counted together; `ends_at` is in seconds since 1970. */
export function shareWindow(now: Date) {
  const starts_at = Math.floor(now.getTime() / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS;
  const start = new Date(starts_at * 1000).toISOString();
  return { start, seconds: MINUTE_SECONDS, ends_at: starts_at + MINUTE_SECONDS };
}

/**
 * Returns how many of `wanted` messages are within the share of an account.
 * @param counted the messages of this minute, with the wanted ones
 */
export const freeShare = (counted: number, wanted: number): number =>
  Math.max(0, Math.min(wanted, wanted - (counted - MOST_OF_AN_ACCOUNT)));

/** Number of attempts in a row without an answer in time, from which a webhook is paused. */
const PATIENT_WITH = 3;

/** Minutes of a pause after each further attempt without an answer in time; the last one repeats. */
const PAUSES = [1, 5, 15, 30, 60] as const;

/** Returns the instant until which nothing is sent to a webhook after so many timeouts; undefined for no pause. */
export function pausedUntil(timeouts: number, now: Date): string | undefined {
  if (timeouts < PATIENT_WITH) return undefined;
  const minutes = PAUSES[Math.min(timeouts - PATIENT_WITH, PAUSES.length - 1)] ?? 0;
  return new Date(now.getTime() + minutes * MINUTE_SECONDS * 1000).toISOString();
}

/** Retention of delivery records and outbox messages, in days. Committed events are kept. */
const LOG_DAYS = 30;

const DAY_SECONDS = 86_400;

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Returns the expiry of an item written now, in epoch seconds. */
export const logExpiry = (now: Date): number => secondsOf(now) + LOG_DAYS * DAY_SECONDS;

export const DeliveryAttempt = z.object({
  at: z.iso.datetime(),
  delivered: z.boolean(),
  /** The status of the receiver's response; absent without a response. */
  response_status: z.int().optional(),
  duration_ms: z.int(),
  /** The first printable characters of the response. */
  answer: z.string().optional(),
  /** The error, in words for the operator of the receiver. */
  error: z.string().optional(),
  /** True if the receiver did not answer in time. */
  timed_out: z.literal(true).optional(),
});
export type DeliveryAttempt = Readonly<z.output<typeof DeliveryAttempt>>;

export const WebhookDelivery = z.object({
  webhook_id: z.string(),
  id: z.string(),
  type: z.enum(MESSAGE_TYPES),
  timestamp: z.iso.datetime(),
  body: z.string(),
  state: z.enum(["pending", "delivered", "failed"]),
  /** Number of attempts since the message was first sent, or replayed. */
  tries: z.int(),
  attempts: z.array(DeliveryAttempt).readonly(),
  /** Set only while the delivery is pending; absent for one that waits to be fetched. */
  next_attempt_at: z.iso.datetime().optional(),
  /** The expiry of the item, in epoch seconds. */
  expires_at: z.int(),
});
export type WebhookDelivery = Readonly<z.output<typeof WebhookDelivery>>;

/** Builds a delivery that is due at once, or that waits to be fetched. */
export const newDelivery = (
  webhook: Pick<Webhook, "id" | "url">,
  { id, type, timestamp, body }: WebhookMessage,
  now: Date,
): WebhookDelivery => ({
  webhook_id: webhook.id,
  id,
  type,
  timestamp,
  body,
  state: "pending",
  tries: 0,
  attempts: [],
  ...(isFetched(webhook)
    ? { expires_at: secondsOf(now) + FETCHED_HOURS * HOUR }
    : { next_attempt_at: now.toISOString(), expires_at: logExpiry(now) }),
});

/** Returns the delivery for a replay, with all its retries available again. */
export const replayed = (delivery: WebhookDelivery, now: Date): WebhookDelivery => ({
  ...delivery,
  state: "pending",
  tries: 0,
  next_attempt_at: now.toISOString(),
  expires_at: logExpiry(now),
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait after each failed attempt: eleven attempts in a little more than a day. */
const WAITS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  5 * HOUR,
  6 * HOUR,
  6 * HOUR,
] as const;

/** Random variation of a wait, as a fraction, so that a recovered receiver does not get all retries at once. */
const JITTER = 0.2;

/**
 * Returns the instant of the next attempt after `tries` attempts; undefined after the last one. `random` is from 0 to
 * 1.
 */
export function retryAfter(tries: number, now: Date, random: number): string | undefined {
  const seconds = WAITS[tries - 1];
  if (seconds === undefined) return undefined;
  const wait = seconds * (1 - JITTER + 2 * JITTER * random);
  return new Date(now.getTime() + Math.round(wait * 1000)).toISOString();
}

/** Maximum number of logged attempts per delivery; each replay has eleven. */
const MOST_ATTEMPTS = 30;

export function afterAttempt(
  { next_attempt_at: _, ...delivery }: WebhookDelivery,
  attempt: DeliveryAttempt,
  now: Date,
  random: number,
): WebhookDelivery {
  const tries = delivery.tries + 1;
  const further = {
    ...delivery,
    tries,
    attempts: [...delivery.attempts, attempt].slice(-MOST_ATTEMPTS),
  };
  if (attempt.delivered) return { ...further, state: "delivered" };
  const next_attempt_at = retryAfter(tries, now, random);
  return next_attempt_at === undefined
    ? { ...further, state: "failed" }
    : { ...further, next_attempt_at };
}

/** Returns the delivery as permanently failed, with the reason as the error of a last attempt. */
export const givenUp = (
  { next_attempt_at, ...delivery }: WebhookDelivery,
  error: string,
  now: Date,
): WebhookDelivery => ({
  ...delivery,
  state: "failed",
  attempts: [
    ...delivery.attempts,
    { at: now.toISOString(), delivered: false, duration_ms: 0, error },
  ].slice(-MOST_ATTEMPTS),
});

const DAY_MS = 86_400_000;

/** Days of failures after which a webhook is disabled, when the retries of a delivery end. */
const DAYS_OF_FAILURES = 3;

const GONE = 410;

/** Returns the webhook after an attempt; the argument itself when nothing has changed. */
export function webhookAfter(
  webhook: Webhook,
  attempt: DeliveryAttempt,
  { state }: WebhookDelivery,
  now: Date,
): Webhook {
  if (attempt.delivered) {
    const { failing_since, ...well } = webhook;
    return failing_since === undefined ? webhook : well;
  }
  const failing_since = webhook.failing_since ?? attempt.at;
  const failing = webhook.failing_since === undefined ? { ...webhook, failing_since } : webhook;
  if (attempt.response_status === GONE) return disabled(failing, "gone", now);
  const days = (now.getTime() - Date.parse(failing_since)) / DAY_MS;
  // A webhook whose receiver hangs is paused, so that the retries of a delivery take longer to end.
  const isOver = state === "failed" || attempt.timed_out === true;
  const isHopeless = isOver && days >= DAYS_OF_FAILURES;
  return isHopeless ? disabled(failing, "failing", now) : failing;
}

/** Number of characters of a response that are stored for diagnosis. */
const VISIBLE = 300;

/**
 * Invisible characters and characters that change the writing direction, removed because a response is untrusted text.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\uFFFD]+/gu;

const textView = (start: Uint8Array): string =>
  new TextDecoder().decode(start).replaceAll(HIDDEN, " ").trim().slice(0, VISIBLE);

/** Builds the attempt for a response. Only 2xx is a success. */
export function attemptOf(
  { status, start }: { readonly status: number; readonly start: Uint8Array },
  at: Date,
  duration_ms: number,
): DeliveryAttempt {
  const delivered = status >= 200 && status < 300;
  return {
    at: at.toISOString(),
    delivered,
    response_status: status,
    duration_ms,
    answer: textView(start),
    ...(delivered ? {} : { error: statusFault(status) }),
  };
}

function statusFault(status: number): string {
  if (status >= 300 && status < 400) {
    return `the receiver answered with a redirect (${status}), which is not followed: enter the address that it leads to`;
  }
  return `the receiver answered ${status}; it has to answer 2xx`;
}

/** Builds the attempt for a request without a response. */
export const failedAttempt = (error: unknown, at: Date, duration_ms: number): DeliveryAttempt => ({
  at: at.toISOString(),
  delivered: false,
  duration_ms,
  error: receiverFault(error),
  ...(error instanceof ReceiverTimeoutError ? { timed_out: true } : {}),
});
