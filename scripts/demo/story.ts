import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import {
  monthsOf,
  type Period,
  periodBefore,
  periodOn,
  quarterOn,
} from "../../shared/core/calendar/period.ts";

/** How far the business is with its returns on a day. */
export type Story = {
  /** Union quarters that are filed, the oldest first. Something came late to the last of them. */
  readonly filedQuarters: readonly Period[];
  /** The quarter that can be locked as it stands, where the rates of its last day are known. */
  readonly ready: Period;
  /** Months of the import scheme that are filed, the oldest first: the newest alone, as each takes its time. */
  readonly filedMonths: readonly Period[];
};

/**
 * The newest quarter that has ended and whose exchange rates are known is ready, those before it are filed,
 * and nobody has looked at what came after. Where the last two have no rates, the one before the last takes
 * its place: what cannot be converted is left out of it then, as it would be anywhere.
 * @param ratesUntil the last day that has ECB rates
 */
export function storyOn(today: IsoDate, ratesUntil: IsoDate): Story {
  const quarters = quartersUntil(today);
  const [beforeLast, last] = quarters.slice(-3) as [Period, Period];
  const ready = last.lastDay <= ratesUntil ? last : beforeLast;
  const lastMonth = periodBefore(periodOn("month", today));
  const isFiled = (month: Period) =>
    month.firstDay >= ready.firstDay &&
    month.lastDay <= ratesUntil &&
    month.lastDay < lastMonth.firstDay;
  return {
    filedQuarters: quarters.filter(({ lastDay }) => lastDay < ready.firstDay),
    ready,
    filedMonths: quarters.flatMap(monthsOf).filter(isFiled),
  };
}

const QUARTERS = 5;

/** The quarter of a day and the four before it, the oldest first. */
export function quartersUntil(day: IsoDate): Period[] {
  const found = [quarterOn(day)];
  while (found.length < QUARTERS) found.unshift(periodBefore(found[0] as Period));
  return found;
}

/** The sale that somebody forgot is of the last quarter that is filed. */
export const quarterOfLateSale = ({ filedQuarters }: Story): Period =>
  filedQuarters.at(-1) as Period;
