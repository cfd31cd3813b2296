/** Returns the sender of all mails, such as `VAT service <vat@example.com>`; undefined if the stage sends none. */
const configuredSender = (): string | undefined => process.env["MAIL_FROM"] || undefined;

/** True if the stage sends mails. */
export const mailsAreSent = (): boolean => configuredSender() !== undefined;

/**
 * Returns the sender of all mails.
 * @throws Error if the stage sends none
 */
export function mailSender(): string {
  const sender = configuredSender();
  if (!sender) throw new Error("MAIL_FROM is not set");
  return sender;
}

const publicUrl = (): string => {
  const url = process.env["PUBLIC_URL"];
  if (!url) throw new Error("PUBLIC_URL is not set");
  return url;
};

/** Returns a link to the console. Browsers do not send the part after `#`, which may hold a secret. */
export const consoleLink = (anchor?: string): string =>
  `${publicUrl()}/console${anchor === undefined ? "" : `#${anchor}`}`;

/** Returns the address to which mail programs post an unsubscription by one click. */
export const unsubscribeUrl = (token: string): string =>
  `${publicUrl()}/v1/mail/unsubscribe?token=${token}`;
