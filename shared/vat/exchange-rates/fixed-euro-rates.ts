import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { NATIONAL_CURRENCIES } from "../reference-data/national-currencies.ts";

/**
 * Currencies that ended in the euro, with their irrevocable rate from the day of changeover on. Marked
 * pure, so that a bundle that converts nothing leaves it out.
 */
export const FIXED_EURO_RATES = /* @__PURE__ */ NATIONAL_CURRENCIES.flatMap((row) =>
  row.valid_to === undefined
    ? []
    : {
        currency: row.currency,
        rate: row.units_per_euro,
        valid_from: plusDays(row.valid_to as IsoDate, 1),
      },
);
