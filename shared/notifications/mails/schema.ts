import * as z from "zod";
import { LANGUAGES } from "../../core/language.ts";
import { MAIL_KINDS } from "./mail.ts";

const WORDS: Readonly<Record<(typeof MAIL_KINDS)[number], string>> = {
  due_soon: "Mails ten, three and one days before a return is due",
  overdue: "Weekly mails about returns that are past their due day",
  unpaid: "Mails about returns whose VAT is not recorded as paid after the due day",
  late_change: "Mails about locked returns that have changed since their lock",
  threshold:
    "Mails when the year's cross-border turnover comes close to the threshold, or exceeds it",
  import: "Mails about imports that failed, or left rows that are not in the ledger",
  connection: "Mails about connected shops that fail",
  digest: "Weekly mail on Mondays with the open returns of all clients of an organisation",
};

const kinds = Object.fromEntries(
  MAIL_KINDS.map((kind) => [kind, z.boolean().describe(WORDS[kind])]),
) as Record<(typeof MAIL_KINDS)[number], z.ZodBoolean>;

const settings = {
  language: z.enum(LANGUAGES).describe("The language of the mails"),
  enabled: z.boolean().describe("True if mails are sent; the link in each mail sets false"),
  kinds: z.strictObject(kinds).describe("The kinds of mails that are sent"),
};

/** Body of PUT /v1/mail and of PUT /v1/account/mail. */
export const MailChange = z
  .strictObject({
    address: z
      .email()
      .max(254)
      .nullable()
      .describe(
        "Address that mails are sent to. A new address gets a mail with a link, and nothing else until the link is opened. null removes the address",
      ),
    ...settings,
  })
  .meta({ id: "MailChange" });
export type MailChange = z.output<typeof MailChange>;

export const MailSettingsView = z
  .strictObject({
    address: z.string().nullable().describe("The confirmed mail address; null if there is none"),
    confirmed_at: z.iso.datetime().nullable().describe("Time of confirmation; null before it"),
    unconfirmed_address: z.string().nullable().describe("The address that waits for its link"),
    confirmation_ends_at: z.iso.datetime().nullable().describe("The end of the link, UTC"),
    suppressed: z
      .boolean()
      .describe(
        "True if the address has rejected mails, so that none is sent to it; name another one",
      ),
    ...settings,
    offered: z.boolean().describe("True if this service sends mails"),
  })
  .meta({ id: "MailSettings" });
export type MailSettingsView = z.output<typeof MailSettingsView>;

/** Body of POST /v1/mail/confirm. */
export const MailConfirmation = z
  .strictObject({
    token: z.string().min(1).max(200).describe("The token from the link; it works once"),
  })
  .meta({ id: "MailConfirmation" });

/** Query of POST /v1/mail/unsubscribe. */
export const UnsubscribeQuery = z.strictObject({
  token: z.string().min(1).max(200).describe("The token from the link of a mail"),
});

/** Body of POST /v1/mail/unsubscribe: the form of RFC 8058, or nothing. */
export const UnsubscribeForm = z.custom<unknown>().meta({
  id: "UnsubscribeForm",
  description:
    "Form that mail programs post (`List-Unsubscribe=One-Click`), or nothing; it is not read",
  type: "string",
});

export const ConfirmedMail = z
  .strictObject({ confirmed_at: z.iso.datetime().describe("The instant of the request, UTC") })
  .meta({ id: "ConfirmedMail" });

export const UnsubscribedMail = z
  .strictObject({ enabled: z.literal(false).describe("False: no mail is sent any more") })
  .meta({ id: "UnsubscribedMail" });
