/** The link of a mail: it confirms an address, or ends all mails. */
export type MailLink = { readonly act: "confirm" | "unsubscribe"; readonly token: string };

/** Takes the link of a mail from the address, so that the address is worth nothing afterwards. */
export function takeMailLink(): MailLink | undefined {
  const [, act, token] = /^#mail-(confirm|unsubscribe)=([\w.-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  return { act: act === "confirm" ? "confirm" : "unsubscribe", token };
}
