import * as z from "zod";
import { sha256Of } from "../../core/hash.ts";
import { LANGUAGES, type Language } from "../../core/language.ts";
import type { SendResult } from "../../platform/mails/transport.ts";
import { Sealed } from "../../platform/sealing.ts";
import type { MailName } from "../../platform/table/mails.ts";
import type { MailText } from "../texts.ts";
import { logExpiry, retryAfter } from "../webhooks/delivery.ts";
import type { WebhookEventType } from "../webhooks/event-types.ts";

/** Returns the hash of an address. Letters of both cases are one address, as mail servers of practice treat them. */
export const addressHash = (address: string): string => sha256Of(address.toLowerCase());

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

/** A mail to one recipient. It holds its text, so that a second attempt sends the same. */
export const Mail = z.object({
  cause: z.string(),
  id: z.string(),
  kind: z.enum([...MAIL_KINDS, "confirmation", "invitation"]),
  /** The person or account whose settings decide, when the mail is sent; absent for an address that is not confirmed. */
  recipient: z.string().optional(),
  /** The organisation of the account, which the sender's name has. */
  firm: z.string().optional(),
  /** An address that is not confirmed; removed when the mail is sent. */
  address: z.string().optional(),
  language: z.enum(LANGUAGES),
  subject: z.string(),
  text: z.string(),
  /** A link to the console with a secret, which is removed when the mail is sent. */
  link: z.object({ anchor: z.enum(["mail-confirm", "invitation"]), token: Sealed }).optional(),
  /** The fragment of the console's page that the mail is about. */
  page: z.string().optional(),
  created_at: z.string(),
  state: z.enum(["pending", "sent", "failed", "dropped"]),
  tries: z.int(),
  /** Set only while the mail is pending. */
  next_attempt_at: z.string().optional(),
  sent_at: z.string().optional(),
  /** The code of the last failure, without what the server said, which may name the address. */
  error: z.string().optional(),
  /** In epoch seconds. */
  expires_at: z.int(),
});
export type Mail = Readonly<z.output<typeof Mail>>;

type Addressed = Pick<Mail, "recipient" | "address" | "link" | "page" | "firm"> & {
  readonly kind: Mail["kind"];
  readonly language: Language;
};

/** Builds a mail that is due at once. */
export const newMail = (
  { cause, id }: MailName,
  to: Addressed,
  { subject, text }: MailText,
  now: Date,
): Mail => ({
  cause,
  id,
  ...to,
  subject,
  text,
  created_at: now.toISOString(),
  state: "pending",
  tries: 0,
  next_attempt_at: now.toISOString(),
  expires_at: logExpiry(now),
});

/** True for mails that a recipient can switch off. */
export const isSwitchable = (kind: Mail["kind"]): kind is MailKind =>
  kind !== "confirmation" && kind !== "invitation";

/** The result of an attempt. A mail is dropped that the recipient does not want any more. */
export type MailAttempt = SendResult | { readonly state: "dropped"; readonly error: string };

/** Returns the fields of a mail after an attempt. Attempts end after a day. */
export function afterSending(
  { tries }: Pick<Mail, "tries">,
  attempt: MailAttempt,
  now: Date,
): Pick<Mail, "state" | "next_attempt_at" | "sent_at" | "error"> {
  if (attempt.state === "sent") return { state: "sent", sent_at: now.toISOString() };
  const { state, error } = attempt;
  const next = state === "failed" && !attempt.isFinal ? retryAfter(tries, now, 0.5) : undefined;
  return next === undefined ? { state, error } : { state: "pending", error, next_attempt_at: next };
}

/**
 * Returns the Message-ID of a mail. It follows from the mail, so that a receiver recognises a second copy, which a worker
 * sends that died between sending and its record.
 * @param from the sender, whose domain the id is of
 */
export const messageIdOf = ({ cause, id }: MailName, to: string, from: string): string =>
  `<${sha256Of(JSON.stringify([cause, id, to])).slice(0, 32)}@${domainOf(from)}>`;

const domainOf = (from: string): string => /@([\w.-]+)>?$/.exec(from.trim())?.[1] ?? "localhost";
