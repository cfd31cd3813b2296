import { holdsOn, type IsoDate } from "../../core/calendar/iso-date.ts";

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
