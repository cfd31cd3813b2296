import type { PeriodKey } from "../../core/ids.ts";
import type { Language } from "../../core/language.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import type { SchemeType } from "../../vat/seller/registration.ts";
import { amountInWords, dayInWords, type MailText, periodInWords } from "../texts.ts";
import type { Mail } from "./mail.ts";

/** A return of a digest, with what is to be done. */
export type DigestReturn = {
  readonly client: string;
  readonly scheme_type: SchemeType;
  readonly period_key: PeriodKey;
  readonly filing_due_date: string;
  readonly payable_vat_minor: number | null;
  readonly return_currency: string | null;
  readonly facts: Readonly<
    Record<"overdue" | "open" | "locked" | "questions" | "unpaid" | "files", boolean>
  >;
};

/** The texts of mails in one language, besides those of notifications. */
export type MailTexts = {
  readonly client: (name: string) => string;
  /** The name of the sender: the firm, and the service that sends for it. */
  readonly sender: (firm: string, service: string) => string;
  /** What the link of a mail says that it opens. */
  readonly button: Readonly<Record<Mail["kind"], string>>;
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

type Lines = {
  readonly language: Language;
  /** Says what is to be done about a return. */
  readonly factsOf: (row: DigestReturn) => string;
  readonly due: string;
};

/** Lists the returns of a digest: a paragraph for each client, a line for each of its returns. */
export const byClient = (
  returns: readonly DigestReturn[],
  { language, factsOf, due }: Lines,
): string =>
  [...Map.groupBy(returns, ({ client }) => client)]
    .map(([client, own]) => {
      const lines = own.map((row) => {
        const { payable_vat_minor: vat, return_currency: currency } = row;
        const name = `${periodInWords(row.period_key, language)} (${schemeNamed(row.scheme_type).titles[language]})`;
        const amount =
          vat === null || currency === null ? [] : [amountInWords(vat, currency, language)];
        const day = `${due} ${dayInWords(row.filing_due_date, language)}`;
        return `• ${[name, ...amount, day].join(", ")}: ${factsOf(row)}`;
      });
      return [client, ...lines].join("\n");
    })
    .join("\n\n");
