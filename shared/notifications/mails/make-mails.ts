import * as z from "zod";
import type { AccountRecord } from "../../accounts/account.ts";
import {
  type Client,
  hasLeft,
  type Member,
  memberRole,
} from "../../accounts/people/organisation.ts";
import {
  loadClients,
  loadMembers,
  loadOrganisation,
} from "../../accounts/people/store-organisations.ts";
import { dayOf } from "../../core/calendar/dates.ts";
import { accountOf, isSandbox, type LedgerId } from "../../core/ids.ts";
import type { Language } from "../../core/language.ts";
import { mailsAreSent } from "../../platform/mails/transport.ts";
import { type Queue, tryEnqueue } from "../../platform/queues/queues.ts";
import { notificationView } from "../listing.ts";
import { addressAbout } from "../page-about.ts";
import { loadNotifications } from "../store.ts";
import type { MailText } from "../texts.ts";
import type { WebhookMessage } from "../webhooks/message.ts";
import { KIND_OF_EVENT, type MailKind, newMail } from "./mail.ts";
import { addressFor, type MailSettings } from "./settings.ts";
import { dueMails, insertMail, loadSettingsOf } from "./store-mails.ts";
import { mailTexts, notificationText, ofClient } from "./texts.ts";

/** The work of a worker: a mail to send, or the digests of a recipient to make. */
const MailWork = z.union([
  z.strictObject({ cause: z.string().min(1), id: z.string().min(1) }),
  z.strictObject({ digest_of: z.string().min(1) }),
]);
export type MailWork = z.output<typeof MailWork>;

export const MAIL_QUEUE: Queue<MailWork> = { name: "mails", schema: MailWork };

/** Maximum number of mails and digests per run: the capacity of the workers until the next runs. */
const MOST_AT_ONCE = 1_000;

/**
 * Sends the mails and digests that are due by `now` to the workers, the longest overdue first. Repeated items are
 * harmless: a mail stays due until a worker has sent it.
 */
export async function dispatchMails(now: Date): Promise<{ readonly sent: number }> {
  let sent = 0;
  for await (const page of dueMails(now)) {
    await tryEnqueue(MAIL_QUEUE, page);
    sent += page.length;
    if (sent >= MOST_AT_ONCE) break;
  }
  return { sent };
}

/**
 * Creates a mail of an event for each recipient who wants it: members with a role in the account, and the address of the
 * account itself. Members get none about a client that has left. The function is idempotent, because the id of a mail
 * follows from message and recipient.
 */
export async function makeMails(
  ledger: LedgerId,
  message: WebhookMessage,
  record: AccountRecord | undefined,
  now: Date,
): Promise<readonly MailWork[]> {
  const kind = KIND_OF_EVENT[message.type];
  if (!kind || !mailsAreSent() || isSandbox(ledger) || record?.account_state) return [];
  const wanting = (await recipientsOf(ledger, record?.organisation)).filter(
    (mailSettings) => addressFor(mailSettings, kind) !== undefined,
  );
  const subject = wanting.length > 0 ? await subjectOf(ledger, message) : undefined;
  if (!subject) return [];
  const { client, firm } = await loadSenders(ledger, record?.organisation);
  const isLeft = client !== undefined && hasLeft(client, dayOf(now));
  const context = { ledger, message, kind, client: client?.name, firm, now };
  const mails = wanting
    .filter(({ recipient }) => !isLeft || recipient === ledger)
    .map((mailSettings) => mailTo(mailSettings, { ...context, ...subject }));
  for (const mail of mails) await insertMail(mail);
  return mails.map(({ cause, id }) => ({ cause, id }));
}

async function recipientsOf(
  ledger: LedgerId,
  organisation: string | undefined,
): Promise<MailSettings[]> {
  const members = organisation === undefined ? [] : await loadMembers(organisation);
  const concerned = members.filter(
    (membership: Member) => memberRole(membership, accountOf(ledger)) !== undefined,
  );
  return loadSettingsOf([ledger, ...concerned.map(({ person }) => person)]);
}

/** Returns the client and the name of the organisation; none for an account that is in none. */
async function loadSenders(
  ledger: LedgerId,
  organisation: string | undefined,
): Promise<{ readonly client: Client | undefined; readonly firm: string | undefined }> {
  if (organisation === undefined) return { client: undefined, firm: undefined };
  const [[client], firm] = await Promise.all([
    loadClients(organisation, [accountOf(ledger)]),
    loadOrganisation(organisation),
  ]);
  return { client, firm: firm?.name };
}

/** The text of a mail, and the address in the console of what it is about. */
type Subject = { readonly text: (language: Language) => MailText; readonly address: string };

const MailFacts = z.object({
  data: z.object({
    notification_id: z.string().optional(),
    import_id: z.string().optional(),
    source_id: z.string().optional(),
    status: z.string().optional(),
    counts: z.object({ unresolved: z.int(), rejected: z.int(), conflict: z.int() }).optional(),
  }),
});

/** Returns text and page of an event; undefined for one that is no reason for a mail. */
async function subjectOf(ledger: LedgerId, { body }: WebhookMessage): Promise<Subject | undefined> {
  const { data } = MailFacts.parse(JSON.parse(body));
  const { notification_id } = data;
  if (notification_id === undefined) return importSubject(data);
  const notification = (await loadNotifications(ledger)).find(({ id }) => id === notification_id);
  if (!notification) return undefined;
  const address = addressAbout(notificationView(notification));
  return { text: (language) => notificationText(notification, language), address };
}

/** Returns text and page of an import that has failed or left rows; undefined for another. */
export function importSubject(data: z.output<typeof MailFacts>["data"]): Subject | undefined {
  const { import_id = "", source_id = "", status, counts } = data;
  const address = `imports/${import_id}`;
  if (status === "failed")
    return { text: (language) => mailTexts(language).importFailed(source_id), address };
  const left = counts ? counts.unresolved + counts.rejected + counts.conflict : 0;
  if (status !== "completed" || left === 0) return undefined;
  return { text: (language) => mailTexts(language).importLeft(source_id, left), address };
}

type MailContext = Subject & {
  readonly ledger: LedgerId;
  readonly message: WebhookMessage;
  readonly kind: MailKind;
  readonly client: string | undefined;
  readonly firm: string | undefined;
  readonly now: Date;
};

/** Builds the mail to a recipient. The account's own address has one client, whose name says nothing new. */
function mailTo(
  { recipient, language }: MailSettings,
  { ledger, message, kind, text, address, client, firm, now }: MailContext,
) {
  const name = { cause: ledger, id: `${message.id}#${recipient}` };
  const words = ofClient(text(language), recipient === ledger ? undefined : client, language);
  const page = `open=${ledger}/${address}`;
  return newMail(name, { kind, recipient, language, page, ...(firm ? { firm } : {}) }, words, now);
}
