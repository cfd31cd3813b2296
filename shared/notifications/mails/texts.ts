import type { PeriodKey } from "../../core/ids.ts";
import type { Language } from "../../core/language.ts";
import type { SchemeType } from "../../vat/seller/registration.ts";
import type { MailText, NotificationRecord } from "../texts.ts";
import { inGerman } from "../texts-de.ts";
import { inEnglish } from "../texts-en.ts";
import { GERMAN } from "./texts-de.ts";
import { ENGLISH } from "./texts-en.ts";

/** A return of a digest, with what is to be done. */
export type DigestReturn = {
  readonly client: string;
  readonly scheme_type: SchemeType;
  readonly period_key: PeriodKey;
  readonly filing_due_date: string;
  readonly facts: Readonly<Record<"overdue" | "open" | "locked" | "questions" | "unpaid", boolean>>;
};

/** The texts of mails in one language, besides those of notifications. */
export type MailTexts = {
  readonly client: (name: string) => string;
  readonly button: Readonly<Record<"console" | "mail-confirm" | "invitation", string>>;
  readonly unsubscribe: string;
  readonly why: string;
  readonly confirmation: MailText;
  readonly invitation: (organisation: string) => MailText;
  readonly importFailed: (source: string) => MailText;
  readonly importLeft: (source: string, rows: number) => MailText;
  readonly digest: (
    organisation: string,
    returns: readonly DigestReturn[],
    more: number,
  ) => MailText;
};

export const mailTexts = (language: Language): MailTexts => (language === "de" ? GERMAN : ENGLISH);

/** Returns the text of a notification in a language. */
export const notificationText = (notification: NotificationRecord, language: Language): MailText =>
  language === "de" ? inGerman(notification) : inEnglish(notification);

/** Returns the text with the name of the client before it, for a recipient with several. */
export const ofClient = (
  { subject, text }: MailText,
  name: string | undefined,
  language: Language,
): MailText =>
  name === undefined
    ? { subject, text }
    : { subject: `${name}: ${subject}`, text: `${mailTexts(language).client(name)}\n\n${text}` };

/**
 * Returns the text of an invitation, in both languages: nobody knows yet which one the invited person reads.
 */
export const invitationText = (organisation: string): MailText => {
  const [english, german] = [ENGLISH.invitation(organisation), GERMAN.invitation(organisation)];
  return {
    subject: `${english.subject} / ${german.subject}`,
    text: `${english.text}\n${german.text}`,
  };
};
