import type { Language } from "../core/language.ts";
import { stateWords } from "../vat/reference-data/state-words.ts";
import type { LateAmounts, Notice, Notification, PayableAmount } from "./notification.ts";

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

/** Joins the amounts of returns: €12.00 + SEK 5.00 of two registrations; undefined where none is known. */
export const payableInWords = (
  payable: readonly PayableAmount[] | undefined,
  language: Language,
): string | undefined =>
  payable && payable.length > 0
    ? payable.map(({ minor, currency }) => amountInWords(minor, currency, language)).join(" + ")
    : undefined;

/** Lists late changes: period, Member State of consumption, and the VAT that is added or taken off. */
export const lateInWords = ({ lines, more }: LateAmounts, language: Language): string => {
  const nameOf = stateWords(language);
  const listed = lines.map(({ period_key, member_state, minor, currency }) => {
    const amount = amountInWords(Math.abs(minor), currency, language);
    return `• ${periodInWords(period_key, language)}, ${nameOf(member_state)}: ${minor < 0 ? "−" : "+"}${amount}`;
  });
  return [
    ...listed,
    ...(more > 0 ? [`… ${language === "de" ? `und ${more} weitere` : `and ${more} more`}`] : []),
  ].join("\n");
};
