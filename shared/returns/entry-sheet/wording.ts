import { MEMBER_STATES, type MemberStateCode } from "../../vat/reference-data/member-states.ts";

/**
 * The fields of a sheet, named after the elements of the official schemas of returns. The names are not the wording of
 * the common form (Annex III of Implementing Regulation (EU) 2020/194).
 */
export const SHEET_WORDS = {
  identification_number: {
    en: "Individual VAT identification number",
    de: "Individuelle Mehrwertsteuer-Identifikationsnummer",
  },
  period: { en: "Tax period", de: "Steuerzeitraum" },
  first_day: { en: "Start date of the period", de: "Anfangsdatum des Zeitraums" },
  last_day: { en: "End date of the period", de: "Enddatum des Zeitraums" },
  currency: { en: "Currency", de: "Währung" },
  nil: { en: "Nil VAT return", de: "Nullmeldung" },
  member_state: { en: "Member State of consumption", de: "Mitgliedstaat des Verbrauchs" },
  from_member_state: {
    en: "Member State of the establishment, or from which the goods are dispatched",
    de: "Mitgliedstaat der Niederlassung oder des Versands",
  },
  from_number: {
    en: "VAT identification or tax number there",
    de: "MwSt-Identifikationsnummer oder Steuernummer dort",
  },
  supply_type: { en: "Type of supply", de: "Art des Umsatzes" },
  rate_type: { en: "Type of VAT rate", de: "Art des Steuersatzes" },
  rate: { en: "VAT rate", de: "Steuersatz" },
  taxable_amount: { en: "Taxable amount", de: "Steuerbemessungsgrundlage" },
  vat_amount: { en: "VAT amount", de: "Mehrwertsteuerbetrag" },
  corrected_period: { en: "Tax period to be corrected", de: "Zu berichtigender Steuerzeitraum" },
  correction: {
    en: "Total VAT amount resulting from the correction",
    de: "Mehrwertsteuerbetrag aus der Berichtigung",
  },
} as const;
export type SheetField = keyof typeof SHEET_WORDS;

/** The decimal signs that references show for the return of a Member State. */
const SIGNS: Partial<Record<MemberStateCode, "," | ".">> = { AT: ",", FI: ",", SE: ",", XI: "." };

/** The sheet of each Member State: its decimal sign, and whether a reference shows it. */
export const SHEET_STATES = Object.fromEntries(
  MEMBER_STATES.map(({ code }) => [
    code,
    { decimal_sign: SIGNS[code] ?? ".", is_sign_known: SIGNS[code] !== undefined },
  ]),
) as Readonly<Record<MemberStateCode, { decimal_sign: "," | "."; is_sign_known: boolean }>>;
