import { holdsOn, type IsoDate, rowOn } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import { NATIONAL_CURRENCIES } from "./national-currencies.ts";

/** Returns the currency of a Member State, by its code in returns, on `day`. */
export const nationalCurrencyOn = (state: string, day: IsoDate): Currency =>
  rowOn(
    NATIONAL_CURRENCIES.filter((row) => row.state === state),
    day,
  )?.currency ?? "EUR";

/** True if `currency` is that of a Member State outside the euro area on `day`. */
export const isNationalCurrencyOn = (currency: string, day: IsoDate): boolean =>
  NATIONAL_CURRENCIES.some((row) => row.currency === currency && holdsOn(row, day));
