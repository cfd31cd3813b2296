import { holdsOn, type IsoDate } from "../../core/calendar/dates.ts";
import type { SupplyEvent } from "./supply-event.ts";

/** The kind of supply whose sales travel in consignments that have a value. */
export const CONSIGNED_KIND = "imported_goods" as const;

/** True if sales of a kind state the value of their consignment. */
export const hasConsignment = (supply_kind: string): supply_kind is typeof CONSIGNED_KIND =>
  supply_kind === CONSIGNED_KIND;

const OF_GREAT_BRITAIN: readonly string[] = ["GB", "IM"];

/**
 * True for goods between Northern Ireland and Great Britain or the Isle of Man, in either direction. They are in the return of
 * the United Kingdom: no imports of the scheme (gov.uk/guidance/check-if-you-can-register-for-the-vat-import-one-stop-shop-scheme),
 * and no exports (gov.uk, "Accounting for VAT on goods moving between Great Britain and Northern Ireland", of 18 May 2022).
 */
export const staysInUnitedKingdom = (from?: string, to?: string): boolean =>
  (to === "XI" && OF_GREAT_BRITAIN.includes(from ?? "")) ||
  (from === "XI" && OF_GREAT_BRITAIN.includes(to ?? ""));

/** The maximum intrinsic value of a consignment, EUR 150 (Art. 369l VAT Directive), in minor units. */
export const CONSIGNMENT_LIMIT_EUR_MINOR = 15_000;

/**
 * Returns the intrinsic value in euro. The EUR 150 test uses customs rates (Art. 146 UCC-IA, Art. 369zc), not the
 * return's ECB rates. A value in another currency therefore counts only with a euro value that the caller has verified.
 */
export function eurValueOf(consignment: NonNullable<SupplyEvent["consignment"]>) {
  if (consignment.intrinsic_value_eur_minor !== undefined)
    return consignment.intrinsic_value_eur_minor;
  return consignment.currency === "EUR" ? consignment.intrinsic_value_minor : undefined;
}

/**
 * The customs duty of EUR 3 per tariff item on consignments of up to EUR 150 (Regulation (EU) 2026/382). `in_taxable_amount`
 * rests on one source alone: EAS, an intermediary of the import scheme, reports of a clarification of the Commission that the
 * import scheme charges no VAT on this duty (help.easproject.com, article 5944792222111, read 2026-11-23).
 */
const LOW_VALUE_DUTY = {
  valid_from: "2026-07-01" as IsoDate,
  valid_to: "2028-06-30" as IsoDate,
  in_taxable_amount: false,
  sources: 1,
} as const;

/** True if customs duty that an order shows is outside the taxable amount of the import scheme on that day. */
export const isDutyOutside = (day: IsoDate): boolean =>
  !LOW_VALUE_DUTY.in_taxable_amount && holdsOn(LOW_VALUE_DUTY, day);
