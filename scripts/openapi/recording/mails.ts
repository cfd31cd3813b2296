import { MAIL_KINDS } from "../../../shared/notifications/mails/mail.ts";
import { doMailWork } from "../../../shared/notifications/mails/send-mail.ts";
import {
  dueMails,
  loadMailSettings,
  suppress,
} from "../../../shared/notifications/mails/store-mails.ts";
import type { Recorder } from "./recorder.ts";

const SETTINGS = {
  language: "en",
  enabled: true,
  kinds: { ...Object.fromEntries(MAIL_KINDS.map((kind) => [kind, true])), import: false },
};

/** A sandbox key and the confirmation mails, which the recording of mails uses. */
export type Mails = {
  /** A test key, which opens a sandbox. */
  readonly trial: string;
  /** Returns the token in the mail that confirms an address, once it was sent. */
  readonly sentToken: () => Promise<string>;
};

/** Records how a person and an account get mails. */
export async function recordMails(
  recorder: Recorder,
  owner: { readonly headers: Readonly<Record<string, string>> },
  { trial, sentToken }: Mails,
): Promise<void> {
  const body = { ...SETTINGS, address: "anna@larsson.example" };
  await recorder.show("setMails", "A new address, without mails about imports", { ...owner, body });
  const token = await sentToken();
  await recorder.show("confirmMails", "The link that the address was sent", { body: { token } });
  await recorder.show("getMails", "A confirmed address", owner);
  const [recipient = ""] = token.split(".");
  const { unsubscribe_secret } = await loadMailSettings(recipient);
  await recorder.show("unsubscribeMails", "The link of any mail", {
    query: { token: `${recipient}.${unsubscribe_secret}` },
    body: "List-Unsubscribe=One-Click",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  const shop = { ...SETTINGS, address: "vat@shop.example" };
  await recorder.show("setAccountMails", "The address of a shop", { body: shop });
  await recorder.show("getAccountMails", "An address that waits for its link");
  await recorder.refused("mail_not_offered", "setAccountMails", { body: shop, key: trial });
  const gone = "gone@shop.example";
  await suppress(gone, "bounce", new Date());
  const suppressed = { ...SETTINGS, address: gone };
  await recorder.refused("address_suppressed", "setAccountMails", { body: suppressed });
}

/** Sends the mail with the link, to nobody, and returns the token of the link. */
export async function sentToken(): Promise<string> {
  let text = "";
  const now = new Date();
  const post = async (mail: { readonly text: string }) => {
    text += mail.text;
    return { state: "sent" } as const;
  };
  const due = (await Array.fromAsync(dueMails(now))).flat();
  for (const work of due) await doMailWork(work, { now: () => now, post });
  return /#mail-confirm=([\w.-]+)/.exec(text)?.[1] ?? "";
}
