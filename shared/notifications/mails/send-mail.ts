import * as z from "zod";
import {
  consoleLink,
  mailSender,
  mailsAreSent,
  type Post,
  post,
  unsubscribeUrl,
} from "../../platform/mails/transport.ts";
import { type Queue, queueWorker, tryEnqueue } from "../../platform/queues/queues.ts";
import { unseal } from "../../platform/sealing.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { makeDigests } from "./digest.ts";
import { mailParts } from "./layout.ts";
import { afterSending, isSwitchable, type Mail, type MailAttempt, messageIdOf } from "./mail.ts";
import { MAIL_QUEUE, type MailWork } from "./make-mails.ts";
import { linkContext } from "./requested-mail.ts";
import { addressFor, mailToken } from "./settings.ts";
import { claimMail, isSuppressed, loadMailSettings, saveAttempt, suppress } from "./store-mails.ts";
import { mailTexts } from "./texts.ts";

type MailTools = { readonly now: () => Date; readonly post: Post };

const DEPLOYED: MailTools = { now: () => new Date(), post };

export const mailWorker = (tools = DEPLOYED) =>
  queueWorker(MAIL_QUEUE, async (work) => tryEnqueue(MAIL_QUEUE, await doMailWork(work, tools)));

/**
 * Sends one mail that is due, or makes the digests of a recipient, and returns the work that follows. Only a failure of
 * this service throws; a rejection by the mail server is recorded in the mail.
 */
export async function doMailWork(work: MailWork, tools: MailTools): Promise<readonly MailWork[]> {
  if ("digest_of" in work) return makeDigests(work.digest_of, tools.now());
  await sendMail(work, tools);
  return [];
}

/**
 * Duration of a claim, longer than an attempt. A worker that dies after the server has taken the mail, and before its
 * record, leaves it due: it is then sent twice, with one Message-ID, and never lost.
 */
const CLAIMED_MS = 120_000;

async function sendMail(name: Extract<MailWork, { id: string }>, tools: MailTools): Promise<void> {
  const began = tools.now();
  const until = new Date(began.getTime() + CLAIMED_MS).toISOString();
  const mail = await claimMail(name, began, until);
  if (!mail) return;
  const attempt = await attempted(mail, began, tools);
  const { cause, id, kind, tries } = mail;
  logger.info("mail", { cause, mail: id, kind, tries, ...attempt });
  await saveAttempt(mail, afterSending(mail, attempt, tools.now()));
}

const dropped = (error: string): MailAttempt => ({ state: "dropped", error });

async function attempted(mail: Mail, now: Date, { post }: MailTools): Promise<MailAttempt> {
  if (!mailsAreSent()) return dropped("this stage sends no mails");
  const to = await envelopeOf(mail);
  if (!to) return dropped("the recipient wants no such mail");
  if (await isSuppressed(to.address, now)) return dropped("the address has rejected mails");
  const { unsubscribe } = to;
  return post({
    to: to.address,
    subject: mail.subject,
    from: senderOf(mail, mailSender()),
    ...mailParts(mail, { action: await actionOf(mail), unsubscribe: unsubscribe?.page }),
    messageId: messageIdOf(mail, to.address, mailSender()),
    date: new Date(mail.created_at),
    unsubscribe: unsubscribe?.url,
  });
}

/** Shortens a firm's name to what mail programs show, without cutting a character in two. */
const shortened = (firm: string): string => [...firm].slice(0, 60).join("");

/**
 * Returns the sender of a mail: the firm by the service, under the address of the service. The mail library encodes the
 * name (RFC 2047), and nothing in it can be read as an address.
 * @param configured the address of the service, such as `VAT service <vat@example.com>`
 */
export function senderOf({ firm, language }: Pick<Mail, "firm" | "language">, configured: string) {
  const [, name = "", inner] = /^(.*?)<([^<>]+)>$/.exec(configured.trim()) ?? [];
  const address = inner ?? configured.trim();
  const service = name.replaceAll('"', "").trim() || address.slice(address.indexOf("@") + 1);
  if (!firm) return configured;
  return { name: mailTexts(language).sender(shortened(firm), service), address };
}

type Envelope = {
  readonly address: string;
  readonly unsubscribe?: { readonly page: string; readonly url: string };
};

/** Returns the address of a mail as the recipient has it now; undefined if they want no such mail any more. */
async function envelopeOf({ kind, recipient, address }: Mail): Promise<Envelope | undefined> {
  if (!isSwitchable(kind) || recipient === undefined) return address ? { address } : undefined;
  const settings = await loadMailSettings(recipient);
  const wanted = addressFor(settings, kind);
  if (wanted === undefined || settings.unsubscribe_secret === undefined) return undefined;
  const token = mailToken(recipient, settings.unsubscribe_secret);
  const page = consoleLink(`mail-unsubscribe=${token}`);
  return { address: wanted, unsubscribe: { page, url: unsubscribeUrl(token) } };
}

/** Returns the link of a mail: a page that uses its secret, or the page that it is about. */
async function actionOf({ cause, id, link, page }: Mail): Promise<string> {
  if (!link) return consoleLink(page);
  return consoleLink(`${link.anchor}=${await unseal(link.token, linkContext({ cause, id }))}`);
}

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/**
 * An event of SES: published by a configuration set (`eventType`), or as a notification of an identity
 * (`notificationType`). Events that suppress nothing have other fields.
 */
const SesEvent = z
  .object({
    eventType: z.string().optional(),
    notificationType: z.string().optional(),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: Recipients }).optional(),
    complaint: z.object({ complainedRecipients: Recipients }).optional(),
  })
  .transform(({ eventType, notificationType, bounce, complaint }) => ({
    type: eventType ?? notificationType ?? "",
    bounce,
    complaint,
  }));
type SesEvent = z.output<typeof SesEvent>;

export const FEEDBACK_QUEUE: Queue<z.input<typeof SesEvent>, SesEvent> = {
  name: "feedback",
  schema: SesEvent,
  isPersonal: true,
};

/** Returns the addresses that an event suppresses. A transient bounce, such as a full mailbox, suppresses none. */
export function suppressedBy({ type, bounce, complaint }: SesEvent) {
  const isBounce = type === "Bounce" && bounce?.bounceType === "Permanent";
  const recipients = isBounce
    ? bounce.bouncedRecipients
    : type === "Complaint"
      ? (complaint?.complainedRecipients ?? [])
      : [];
  const reason = isBounce ? ("bounce" as const) : ("complaint" as const);
  return recipients.map(({ emailAddress }) => ({ address: bareAddress(emailAddress), reason }));
}

/** Returns the address without the name that may stand before it. */
const bareAddress = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim();

/** Builds the worker of the queue "feedback", into which SNS passes the events of SES as they are. */
export const feedbackWorker = (now = () => new Date()) =>
  queueWorker(FEEDBACK_QUEUE, async (event) => {
    for (const { address, reason } of suppressedBy(event)) await suppress(address, reason, now());
  });
