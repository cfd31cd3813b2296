import { dayOf, type IsoDate, type Period, plusYears } from "../core/calendar/dates.ts";

const YEARS = 10;

/**
 * Returns the last day on which the files of a locked period cannot be deleted. Art. 369k(2) VAT Directive requires ten
 * years from 31 December of the year of the transaction. The files of a period that is locked late are retained for ten
 * years from the lock, which is the default of the bucket.
 */
export function retainUntil({ lastDay }: Pick<Period, "lastDay">, lockedAt: Date): IsoDate {
  const byLaw = plusYears(`${lastDay.slice(0, 4)}-12-31` as IsoDate, YEARS);
  const byUpload = plusYears(dayOf(lockedAt), YEARS);
  return byLaw > byUpload ? byLaw : byUpload;
}
