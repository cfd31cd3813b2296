import { dayOf, plusYears } from "../../core/calendar/iso-date.ts";

/**
 * A late sale is declared as long as its period's return can be corrected: three years after that was due
 * (Art. 61(2) CIR 282/2011), which is less than four after the sale.
 */
const YEARS = 4;

/**
 * When a calculation goes, in epoch seconds, unless it is committed before: no supply has come of it, so
 * that no law asks to keep it (Art. 5(1)(e) GDPR).
 */
export const expiryOf = ({ created_at }: { readonly created_at: string }): number =>
  Date.parse(`${plusYears(dayOf(new Date(created_at)), YEARS)}T00:00:00Z`) / 1000;
