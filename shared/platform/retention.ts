import { dayOf, type IsoDate, plusYears } from "../core/calendar/iso-date.ts";
import type { Period } from "../core/calendar/period.ts";

const YEARS = 10;

/**
 * The day to the end of which the files of a locked period cannot be deleted. Art. 369k(2) VAT
 * Directive: ten years from 31 December of the year of the transaction. A period locked late is
 * kept ten years from its lock, as the bucket's default has it.
 */
export function retainUntil({ lastDay }: Pick<Period, "lastDay">, lockedAt: Date): IsoDate {
  const byLaw = plusYears(`${lastDay.slice(0, 4)}-12-31` as IsoDate, YEARS);
  const byUpload = plusYears(dayOf(lockedAt), YEARS);
  return byLaw > byUpload ? byLaw : byUpload;
}
