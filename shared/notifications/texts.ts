import type { Language } from "../core/language.ts";
import type { Notice, Notification } from "./notification.ts";

/** A notification on any subject: a crossing of the threshold, or a notice. */
export type NotificationRecord = Notification | Notice;

/** The subject and the plain text of a mail, without its recipient. */
export type MailText = { readonly subject: string; readonly text: string };

const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };

/** Formats a day as text: 31 October 2026. */
export const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));

/** Formats a period as text: Q3 2026, October 2026. */
export function periodInWords(key: string, language: Language): string {
  const quarter = /^(\d{4})-(Q[1-4])$/.exec(key);
  if (quarter) return `${quarter[2]} ${quarter[1]}`;
  const month = new Intl.DateTimeFormat(LOCALES[language], {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return month.format(new Date(`${key}-01T00:00:00Z`));
}

export const euroInWords = (minor: number, language: Language): string =>
  amountInWords(minor, "EUR", language);

/** Formats an amount of a currency of returns, each of which has hundredths. */
export const amountInWords = (minor: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], {
    ...{ style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: 2 },
  })
    .format(minor / 100)
    // Replaces the no-break space before the currency sign, which some mail clients do not display.
    .replaceAll("\u00A0", " ");
