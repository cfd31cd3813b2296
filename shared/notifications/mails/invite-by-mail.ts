import { type By, invite } from "../../accounts/people/manage-organisations.ts";
import type { NewInvitation } from "../../accounts/people/organisation.ts";
import { loadOrganisation } from "../../accounts/people/store-organisations.ts";
import { mailsAreSent } from "../../platform/mails/sender.ts";
import { countRequest, requestMail } from "./requested-mail.ts";
import { invitationText } from "./texts.ts";

/** Maximum number of invitations a day that an organisation can mail. */
const MOST_INVITATIONS_MAILED = 100;

/**
 * Invites somebody, and mails the link to the address, if there is one and the stage sends mails. An invitation needs no
 * confirmation, as it is what the address is asked for.
 * @throws DomainError as `invite`; `rate_limited`
 */
export async function inviteByMail(organisation: string, asked: NewInvitation, by: By) {
  const address = mailsAreSent() ? asked.email : undefined;
  if (address !== undefined) {
    await countRequest(organisation, MOST_INVITATIONS_MAILED, address, by.now);
  }
  const made = await invite(organisation, asked, by);
  if (address !== undefined) {
    const name = { cause: organisation, id: made.invitation.invitation };
    const words = invitationText((await loadOrganisation(organisation))?.name ?? "");
    const mail = { name, kind: "invitation", address, language: "en", words } as const;
    await requestMail({ ...mail, token: made.token }, by.now);
  }
  return { ...made, isMailed: address !== undefined };
}
