import { newSecret } from "../../accounts/people/session.ts";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import { isSandbox, type LedgerId } from "../../core/ids.ts";
import { mailsAreSent } from "../../platform/mails/transport.ts";
import { countRequest, requestMail } from "./requested-mail.ts";
import type { MailChange, MailSettingsView } from "./schema.ts";
import {
  changedSettings,
  confirmed,
  isNewAddress,
  type MailSettings,
  mailToken,
  parseMailToken,
  settingsView,
  unsubscribed,
} from "./settings.ts";
import { isSuppressed, loadMailSettings, updateMailSettings } from "./store-mails.ts";
import { mailTexts } from "./texts.ts";

/** True if mails can be sent to the recipient: the stage sends mails, and a sandbox sends none. */
const isOffered = (recipient: string): boolean =>
  mailsAreSent() && !isSandbox(recipient as LedgerId);

export const describeMails = async (recipient: string, now: Date): Promise<MailSettingsView> =>
  viewOf({ ...(await loadMailSettings(recipient)), recipient }, now);

async function viewOf(settings: MailSettings, now: Date): Promise<MailSettingsView> {
  const { address } = settings;
  const suppressed = address !== undefined && (await isSuppressed(address, now));
  return settingsView(settings, {
    isSuppressed: suppressed,
    isOffered: isOffered(settings.recipient),
    now,
  });
}

/** Maximum number of addresses that a recipient can enter in a day. */
const MOST_ADDRESSES = 5;

/**
 * Changes the mails of a recipient. A new address gets a mail with a link that confirms it.
 * @throws DomainError `mail_not_offered`, `address_suppressed`, `rate_limited`, `not_ready`
 */
export async function changeMails(
  recipient: string,
  change: MailChange,
  now: Date,
): Promise<MailSettingsView> {
  const seen = await loadMailSettings(recipient);
  const isNew = isNewAddress(seen, change.address, now);
  if (isNew) await rejectUnreachable(recipient, change.address ?? "", now);
  const secret = newSecret();
  const settings = await updateMailSettings(recipient, (before) =>
    changedSettings(before, recipient, change, { secret, now }),
  );
  if (isNew) await mailConfirmation(settings, secret, now);
  return viewOf(settings, now);
}

async function rejectUnreachable(recipient: string, address: string, now: Date): Promise<void> {
  if (!isOffered(recipient)) {
    throw new DomainError(
      "mail_not_offered",
      "no mails are sent from here: the setting `mail` of the stage is null, or this is a sandbox",
    );
  }
  if (await isSuppressed(address, now)) {
    const message = "the address has rejected mails of this service: name another one";
    throw new DomainError("address_suppressed", message);
  }
  await countRequest(recipient, MOST_ADDRESSES, address, now);
}

/** A link of a request that another one has overtaken confirms nothing; its mail is sent nevertheless. */
async function mailConfirmation(
  { recipient, language, pending }: MailSettings,
  secret: string,
  now: Date,
): Promise<void> {
  if (!pending) return;
  const name = { cause: recipient, id: `confirm-${pending.ends_at}` };
  const words = mailTexts(language).confirmation;
  const token = mailToken(recipient, secret);
  const { address } = pending;
  await requestMail({ name, kind: "confirmation", address, language, words, token }, now);
}

/** Applies a change that the token of a link in a mail allows. */
async function changeByToken(
  token: string,
  decide: (before: MailSettings, secret: string) => MailSettings | undefined,
): Promise<MailSettings> {
  const parts = parseMailToken(token);
  if (!parts) throw notFound("link");
  return updateMailSettings(parts.recipient, (before) => {
    const after = decide(before, parts.secret);
    if (!after) throw notFound("link");
    return after;
  });
}

/**
 * Confirms the address of a link.
 * @throws DomainError `not_found` for a link that is unknown, used or over; `not_ready`
 */
export async function confirmMails(token: string, now: Date) {
  await changeByToken(token, (before, secret) => confirmed(before, secret, now));
  return { confirmed_at: now.toISOString() };
}

/**
 * Ends all mails of the recipient of a link.
 * @throws DomainError `not_found` for an unknown link, `not_ready`
 */
export async function unsubscribeMails(token: string, now: Date) {
  await changeByToken(token, (before, secret) => unsubscribed(before, secret, now));
  return { enabled: false } as const;
}
