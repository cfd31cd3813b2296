import type { Language } from "../../core/language.ts";
import type { MailText, NotificationRecord } from "../texts.ts";
import { inGerman } from "../texts-de.ts";
import { inEnglish } from "../texts-en.ts";
import type { MailTexts } from "./mail-texts.ts";
import { GERMAN } from "./texts-de.ts";
import { ENGLISH } from "./texts-en.ts";

export const mailTexts = (language: Language): MailTexts => (language === "de" ? GERMAN : ENGLISH);

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
