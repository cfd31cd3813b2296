import { type IsoDate, plusDays } from "./iso-date.ts";
import { monthKeyOn, monthOf } from "./month.ts";
import { quarterKeyOn, quarterOf } from "./quarter.ts";

export type PeriodKind = "quarter" | "month";

/** A tax period: the time that one return is of. */
export type Period = {
  readonly kind: PeriodKind;
  /** `YYYY-Qn` or `YYYY-MM`: the form used in URLs and in the store. */
  readonly key: string;
  readonly firstDay: IsoDate;
  /** Inclusive. The ECB rate of this day converts the whole period (Art. 369h, 369v VAT Directive). */
  readonly lastDay: IsoDate;
  /** The end of the following month (Art. 369f, 369s); not moved for weekends or holidays. */
  readonly filingDueDate: IsoDate;
};

/** The period named by `key`, or undefined when it is neither of the form YYYY-Qn nor YYYY-MM. */
export const periodNamed = (key: string): Period | undefined => quarterOf(key) ?? monthOf(key);

/** The key of the period of that kind that `day` lies in. */
export const periodKeyOn = (kind: PeriodKind, day: IsoDate): string =>
  kind === "quarter" ? quarterKeyOn(day) : monthKeyOn(day);

/**
 * The period of that kind that `day` lies in.
 * @throws RangeError beyond the calendar that has due dates, which no event's day is.
 */
export function periodOn(kind: PeriodKind, day: IsoDate): Period {
  const period = periodNamed(periodKeyOn(kind, day));
  if (!period) throw new RangeError(`no ${kind} holds ${day}`);
  return period;
}

/** The period after one, of the same kind. */
export const periodAfter = ({ kind, lastDay }: Period): Period =>
  periodOn(kind, plusDays(lastDay, 1));

/** The period before one, of the same kind. */
export const periodBefore = ({ kind, firstDay }: Period): Period =>
  periodOn(kind, plusDays(firstDay, -1));
