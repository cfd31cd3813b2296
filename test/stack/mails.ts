import { MAIL_KINDS } from "../../shared/notifications/mails/mail.ts";
import type { MailWork } from "../../shared/notifications/mails/make-mails.ts";
import { doMailWork } from "../../shared/notifications/mails/send-mail.ts";
import { dueMails } from "../../shared/notifications/mails/store-mails.ts";
import { post } from "../../shared/platform/mails/transport.ts";
import { call } from "./api.ts";
import { noteSecrets } from "./kept-logs.ts";
import type { MailServer } from "./mail-server.ts";
import type { SignedIn } from "./people.ts";

/** The mails of these causes, and the digests of these recipients, that are due by then. */
export async function dueMailsOf(causes: readonly string[], now: Date): Promise<MailWork[]> {
  const pages = await Array.fromAsync(dueMails(now));
  return pages
    .flat()
    .filter((work) => causes.includes("cause" in work ? work.cause : work.digest_of));
}

/** Sends all that is due of these causes at an instant, digests first, each once. */
export async function mailAt(causes: readonly string[], now: Date): Promise<void> {
  const tools = { now: () => now, post };
  const due = await dueMailsOf(causes, now);
  const made: MailWork[] = [];
  for (const work of due) made.push(...(await doMailWork(work, tools)));
  for (const work of made) await doMailWork(work, tools);
}

export const EVERY_KIND = Object.fromEntries(MAIL_KINDS.map((kind) => [kind, true]));

/** The body of a change that asks for all mails to an address. */
export const mailsTo = (address: string | null, more: object = {}) => ({
  address,
  language: "en",
  enabled: true,
  kinds: EVERY_KIND,
  ...more,
});

/** The secret of the link in a mail that opens a page of the console. */
export function tokenIn(text: string | undefined, anchor: string): string {
  const [, token] = new RegExp(`/console#${anchor}=([\\w.-]+)`).exec(text ?? "") ?? [];
  if (token === undefined) throw new Error(`no link ${anchor} in the mail`);
  noteSecrets([token.slice(-43)]);
  return token;
}

/** Confirms an address of the person by the link that it was sent. */
export async function confirmedMails(
  person: SignedIn,
  server: MailServer,
  address: string,
  more: object = {},
): Promise<void> {
  await call(undefined, "PUT", "/v1/mail", mailsTo(address, more), person.session);
  await mailAt([person.id], new Date());
  const last = server.received.findLast(({ to }) => to.includes(address));
  const token = tokenIn(last?.mail.text, "mail-confirm");
  const { status, text } = await call(undefined, "POST", "/v1/mail/confirm", { token });
  if (status !== 200) throw new Error(`not confirmed: ${text}`);
}
