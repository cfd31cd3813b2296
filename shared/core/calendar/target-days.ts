import { type IsoDate, plusDays } from "./iso-date.ts";

/** Closing days of TARGET that fall on the same date every year; 24 and 31 December are open. */
const FIXED_CLOSING_DAYS: ReadonlySet<string> = new Set(["01-01", "05-01", "12-25", "12-26"]);

/** True if TARGET is open on that day, so that the ECB publishes reference rates. Valid for 2002 and later. */
export function isTargetDay(day: IsoDate): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED_CLOSING_DAYS.has(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  const goodFriday = plusDays(easter, -2);
  const easterMonday = plusDays(easter, 1);
  return day !== goodFriday && day !== easterMonday;
}

/**
 * Returns the day whose rates convert a period that ends on `day`: the day itself, or the next day on which rates are
 * published (Art. 369h(2), 369v(2) VAT Directive). Never returns an earlier day.
 */
export function publicationDayOn(day: IsoDate): IsoDate {
  let candidate = day;
  while (!isTargetDay(candidate)) candidate = plusDays(candidate, 1);
  return candidate;
}

/** Computes Gregorian Easter Sunday with the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): IsoDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const skipped = century - Math.floor(century / 4);
  const lunar = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + skipped - lunar + 15) % 30;
  const leaps = 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4);
  const toSunday = (32 + leaps - epact - (yearOfCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const dayOfYear = epact + toSunday - 7 * shift + 114;
  const month = String(Math.floor(dayOfYear / 31)).padStart(2, "0");
  const day = String((dayOfYear % 31) + 1).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${month}-${day}` as IsoDate;
}
