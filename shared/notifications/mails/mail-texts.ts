import type { PeriodKey } from "../../core/ids.ts";
import type { SchemeType } from "../../vat/seller/registration.ts";
import type { MailText } from "../texts.ts";

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
