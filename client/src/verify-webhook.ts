import { VatError } from "./errors.ts";
import type {
  ConnectionFailingMessage,
  ImportCompletedMessage,
  LateChangeRecordedMessage,
  PeriodFiledMessage,
  PeriodLockedMessage,
  RatesChangedMessage,
  RecountCompletedMessage,
  ReturnDueSoonMessage,
  ReturnOverdueMessage,
  ReturnUnpaidMessage,
  ThresholdCrossedMessage,
  WebhookTestMessage,
} from "./generated.ts";

/** A message of a webhook; `type` says which one. */
export type WebhookMessage =
  | ConnectionFailingMessage
  | ImportCompletedMessage
  | LateChangeRecordedMessage
  | PeriodFiledMessage
  | PeriodLockedMessage
  | RatesChangedMessage
  | RecountCompletedMessage
  | ReturnDueSoonMessage
  | ReturnOverdueMessage
  | ReturnUnpaidMessage
  | ThresholdCrossedMessage
  | WebhookTestMessage;

/** A message that is not from the service, or not from now: answer 401 and read nothing of it. */
export class WebhookVerificationError extends VatError {
  override readonly name = "WebhookVerificationError";
}

/** The headers of a request: of `fetch`, or of Node's `IncomingMessage`. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** How far the time of signing may be from now, in seconds; 300 unless set. */
  readonly toleranceSeconds?: number;
};

const PREFIX = "whsec_";
const HMAC = { name: "HMAC", hash: "SHA-256" };

/**
 * Verifies a message by the signature of Standard Webhooks, and parses it. While a secret is being replaced, a message has
 * two signatures, and either secret verifies it.
 * @param body the raw body, exactly as received
 * @param secret the `whsec_…` secret of the webhook
 * @throws WebhookVerificationError if no signature matches, or it was signed more than five minutes ago
 * @throws VatError if the secret is not one of a webhook, or the options are wrong
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookMessage> {
  const key = await keyOf(secret);
  const id = requiredHeader(headers, "webhook-id");
  const timestamp = requiredHeader(headers, "webhook-timestamp");
  const signatures = requiredHeader(headers, "webhook-signature");
  checkTime(timestamp, options);
  const signed = signedBytes(`${id}.${timestamp}.`, body);
  for (const signature of signaturesIn(signatures)) {
    // Web Crypto compares in constant time.
    if (await crypto.subtle.verify(HMAC, key, signature, signed)) return messageIn(body);
  }
  throw new WebhookVerificationError("no signature of the message matches the secret");
}

/** Returns the headers with which the service would send a message at an instant. */
export async function signedHeaders(
  id: string,
  body: string,
  secret: string,
  at: Date,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = await keyOf(secret);
  const signature = await crypto.subtle.sign(HMAC, key, signedBytes(`${id}.${timestamp}.`, body));
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const given: unknown = secret;
  const bytes =
    typeof given === "string" && given.startsWith(PREFIX)
      ? bytesOf(given.slice(PREFIX.length))
      : undefined;
  if (!bytes?.length)
    throw new VatError(`secret must begin with ${PREFIX}, as the service gave it`);
  return crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign", "verify"]);
}

function requiredHeader(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError(`the message has no header ${name}`);
}

/** A library may have its own class of headers. */
const isHeaders = (headers: WebhookHeaders): headers is Headers =>
  typeof headers["get" as keyof WebhookHeaders] === "function";

function checkTime(timestamp: string, { toleranceSeconds = 300 }: VerifyOptions): void {
  if (!(toleranceSeconds > 0)) throw new VatError("toleranceSeconds must be more than 0");
  if (!/^\d+$/.test(timestamp)) {
    throw new WebhookVerificationError("webhook-timestamp must be a number of seconds");
  }
  const age = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookVerificationError(
    age > 0
      ? `the message was signed ${age} seconds ago: it is old, or the clock of this machine is ahead`
      : `the message was signed ${-age} seconds from now: the clock of this machine is behind`,
  );
}

/** Reads the signatures of the version that the service writes; a header may have others. */
const signaturesIn = (header: string) =>
  header
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .flatMap((one) => bytesOf(one.slice("v1,".length)) ?? []);

function signedBytes(prefix: string, body: string | Uint8Array) {
  const encoder = new TextEncoder();
  const [before, after] = [
    encoder.encode(prefix),
    typeof body === "string" ? encoder.encode(body) : body,
  ];
  const whole = new Uint8Array(before.length + after.length);
  whole.set(before);
  whole.set(after, before.length);
  return whole;
}

function messageIn(body: string | Uint8Array): WebhookMessage {
  return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
}

/** Decodes base64; undefined for anything else. */
function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
