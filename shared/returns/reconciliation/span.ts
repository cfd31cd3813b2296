import { type IsoDate, plusYears } from "../../core/calendar/iso-date.ts";
import { type Period, periodBefore, periodOn } from "../../core/calendar/period.ts";
import { CORRECTION_YEARS } from "../../vat/schemes/correction-years.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";

/**
 * The periods that a return may still correct, and the running one: those whose return was due three
 * years ago at most (Art. 61(2) CIR 282/2011). The oldest comes first; there are 15 quarters, or 39
 * months, at most.
 */
export function correctablePeriods(
  { period_kind }: Pick<Scheme, "period_kind">,
  today: IsoDate,
): Period[] {
  const periods: Period[] = [];
  for (
    let one = periodOn(period_kind, today);
    plusYears(one.filingDueDate, CORRECTION_YEARS) >= today;
    one = periodBefore(one)
  ) {
    periods.unshift(one);
  }
  return periods;
}
