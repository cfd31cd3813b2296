import type { Notice, Notification } from "./notification.ts";

/** What people are told: a crossing of the threshold, or a notice. */
export type NotificationRecord = Notification | Notice;

/** A mail about it, but for whom it goes to: a line, and a plain text. */
export type MailText = { readonly subject: string; readonly text: string };

type Language = "en" | "de";

const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };

/** A day in words: 31 October 2026. */
export const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));

/** An amount in euro, from cents. */
export const euroInWords = (minor: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: "currency", currency: "EUR" })
    .format(minor / 100)
    // The space before the sign does not break, and not every mail knows it.
    .replaceAll("\u00A0", " ");
