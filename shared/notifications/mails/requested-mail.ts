import { invite } from "../../accounts/people/manage-organisations.ts";
import type { By, InvitationRequest } from "../../accounts/people/organisation.ts";
import { loadOrganisation } from "../../accounts/people/store-organisations.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { Language } from "../../core/language.ts";
import { mailsAreSent } from "../../platform/mails/transport.ts";
import { tryEnqueue } from "../../platform/queues/queues.ts";
import { type SealContext, seal } from "../../platform/sealing.ts";
import type { MailName } from "../../platform/table/mails.ts";
import type { MailText } from "../texts.ts";
import { addressHash, newMail } from "./mail.ts";
import { MAIL_QUEUE } from "./make-mails.ts";
import { countRequestedMail, insertMail } from "./store-mails.ts";
import { invitationText } from "./texts.ts";

/** The context that the secret of a mail's link is sealed in. */
export const linkContext = ({ cause, id }: MailName): SealContext => ({ mail: id, cause });

/** A mail with a secret, to an address that is not confirmed. */
type RequestedMail = {
  readonly name: MailName;
  readonly kind: "confirmation" | "invitation";
  readonly address: string;
  readonly language: Language;
  readonly words: MailText;
  readonly token: string;
  readonly firm?: string;
};

const ANCHORS = { confirmation: "mail-confirm", invitation: "invitation" } as const;

/** Stores a mail with a secret, and enqueues it. The secret is sealed, and removed when the mail is sent. */
export async function requestMail(asked: RequestedMail, now: Date): Promise<void> {
  const { name, kind, address, language, words, token, firm } = asked;
  const link = { anchor: ANCHORS[kind], token: await seal(token, linkContext(name)) };
  await insertMail(
    newMail(name, { kind, address, language, link, ...(firm ? { firm } : {}) }, words, now),
  );
  await tryEnqueue(MAIL_QUEUE, [name]);
}

/** Maximum number of mails a day that callers can request to one address, whoever they are. */
const MOST_TO_ADDRESS = 5;

const DAY_MS = 86_400_000;

/**
 * Counts a mail to an address that is not confirmed, so that nobody can use the service to flood others.
 * @param requester the person, account or organisation
 * @param most number of mails a day that one of them may request
 * @throws DomainError `rate_limited`
 */
export async function countRequest(
  requester: string,
  most: number,
  address: string,
  now: Date,
): Promise<void> {
  const isFree =
    (await countRequestedMail(requester, most, now)) &&
    (await countRequestedMail(addressHash(address), MOST_TO_ADDRESS, now));
  if (isFree) return;
  const retryAfterSeconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
  const message = "too many mails of this kind today; try again tomorrow";
  throw new DomainError("rate_limited", message, [], { retryAfterSeconds });
}

/** Maximum number of invitations a day that an organisation can mail. */
const MOST_INVITATIONS_MAILED = 100;

/**
 * Invites a person, and mails the link to the address if one is given and the stage sends mails. The address needs no
 * confirmation: it was given for this mail.
 * @throws DomainError as `invite`; `rate_limited`
 */
export async function inviteByMail(organisation: string, asked: InvitationRequest, by: By) {
  const address = mailsAreSent() ? asked.email : undefined;
  if (address !== undefined) {
    await countRequest(organisation, MOST_INVITATIONS_MAILED, address, by.now);
  }
  const made = await invite(organisation, asked, by);
  if (address !== undefined) {
    const name = { cause: organisation, id: made.invitation.invitation };
    const firm = (await loadOrganisation(organisation))?.name ?? "";
    const words = invitationText(firm);
    const mail = { name, kind: "invitation", address, language: "en", words, firm } as const;
    await requestMail({ ...mail, token: made.token }, by.now);
  }
  return { ...made, isMailed: address !== undefined };
}
