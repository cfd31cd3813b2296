/** The item of this tab with an invitation, which has to outlast the way to the issuer and back. */
const INVITATION = "eu-vat-invitation";

/** Takes the invitation of a link from the address, so that the address is worth nothing afterwards. */
export function takeInvitation(): void {
  const [, token] = /^#invitation=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(INVITATION, token);
  history.replaceState(null, "", `${location.pathname}#/join`);
}

export const storedInvitation = (): string | undefined =>
  sessionStorage.getItem(INVITATION) ?? undefined;

export const forgetInvitation = (): void => sessionStorage.removeItem(INVITATION);

/** Returns the link of an invitation. Browsers do not send the part after `#`. */
export const invitationLink = (token: string): string =>
  `${location.origin}${location.pathname}#invitation=${token}`;
