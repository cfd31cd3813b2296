import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { createTransport, type SendMailOptions } from "nodemailer";
import { CALL_TIMEOUTS } from "../calls.ts";
import { readSecret } from "../sealing.ts";

/** Returns the sender of all mails, such as `VAT service <vat@example.com>`; undefined if the stage sends none. */
const configuredSender = (): string | undefined => process.env["MAIL_FROM"] || undefined;

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

type OutgoingMail = {
  readonly from: string | { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly date: Date;
  /** The link of the unsubscription by one click (RFC 8058). */
  readonly unsubscribe?: string | undefined;
};

/** The result of sending: `error` is the code of a failure, `isFinal` one that a further attempt would repeat. */
export type SendResult =
  | { readonly state: "sent" }
  | { readonly state: "failed"; readonly error: string; readonly isFinal: boolean };

export type Post = (mail: OutgoingMail) => Promise<SendResult>;

/** Milliseconds that a mail server may take for each step; together less than the claim of a mail. */
const SMTP_TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 };

/** Sends a mail by the server of SMTP_URL, into the folder of a local stack, or by SES. */
export const post: Post = async (mail) => {
  try {
    const send = await sender();
    await send(optionsOf(mail));
    return { state: "sent" };
  } catch (error) {
    return failureOf(error);
  }
};

const optionsOf = ({ messageId, unsubscribe, ...mail }: OutgoingMail): SendMailOptions => ({
  ...mail,
  messageId,
  headers: {
    // No reader answers such a mail by itself (RFC 3834).
    "Auto-Submitted": "auto-generated",
    // SES replaces the Message-ID, and keeps this one.
    "X-Mail-ID": messageId,
    ...(unsubscribe
      ? {
          "List-Unsubscribe": `<${unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {}),
  },
});

type Send = (options: SendMailOptions) => Promise<unknown>;

async function sender(): Promise<Send> {
  const url = await smtpUrl();
  if (url) {
    const transport = createTransport({ url, ...SMTP_TIMEOUTS });
    return (options) => transport.sendMail(options);
  }
  const folder = process.env["MAIL_FOLDER"];
  return folder ? intoFolder(folder) : bySes();
}

async function smtpUrl(): Promise<string | undefined> {
  const arn = process.env["SMTP_SECRET_ARN"];
  return arn ? readSecret(arn) : process.env["SMTP_URL"];
}

/** Writes mails as files, which mail programs open. The same mail is the same file. */
const intoFolder =
  (folder: string): Send =>
  async (options) => {
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message, messageId } = await transport.sendMail(options);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${messageId.replaceAll(/[^\w.@-]/g, "")}.eml`), message);
  };

let sesClient: SESv2Client | undefined;

function bySes(): Send {
  sesClient ??= new SESv2Client({ requestHandler: CALL_TIMEOUTS });
  const transport = createTransport({ SES: { sesClient, SendEmailCommand } });
  const ConfigurationSetName = process.env["MAIL_CONFIGURATION_SET"];
  const ses = ConfigurationSetName ? { ConfigurationSetName } : {};
  return (options) => transport.sendMail({ ...options, ses } as SendMailOptions);
}

/** The errors of SES that a further attempt would repeat. */
const REJECTED = new Set(["MessageRejected", "BadRequestException"]);

/** Returns the failure of an attempt. What a server says may name the address, so only its code is kept. */
function failureOf(error: unknown): SendResult {
  const { responseCode, code, name } = error as {
    readonly responseCode?: number;
    readonly code?: string;
    readonly name?: string;
  };
  const isFinal = (responseCode !== undefined && responseCode >= 500) || REJECTED.has(name ?? "");
  const said = responseCode ? `SMTP ${responseCode}` : (code ?? name ?? "unknown");
  return { state: "failed", error: said, isFinal };
}
