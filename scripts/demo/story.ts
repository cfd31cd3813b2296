import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import {
  monthsOf,
  type Period,
  periodBefore,
  periodOn,
  quarterOn,
} from "../../shared/core/calendar/period.ts";

/** The progress of the business with its returns on a day. */
export type Story = {
  /** The first day with events, and of the registrations. */
  readonly begins: IsoDate;
  /** Filed Union quarters, oldest first. The last of them has a late sale. */
  readonly filedQuarters: readonly Period[];
  /** The quarter that can be locked, if the rates of its last day are known. */
  readonly ready: Period;
  /** Filed months of the import scheme, oldest first. */
  readonly filedMonths: readonly Period[];
};

/**
 * Returns the story of a day. The newest ended quarter with known exchange rates is ready, the quarters before are
 * filed, and later ones are unprocessed. If the last two have no rates, the one before the last is ready; amounts that
 * cannot be converted are then excluded from it.
 * @param ratesUntil the last day with ECB rates
 */
export function storyOn(today: IsoDate, ratesUntil: IsoDate): Story {
  const quarters = quartersUntil(today);
  const [beforeLast, last] = quarters.slice(-3) as [Period, Period];
  const ready = last.lastDay <= ratesUntil ? last : beforeLast;
  const lastMonth = periodBefore(periodOn("month", today));
  const isFiled = (month: Period) =>
    month.lastDay <= ratesUntil && month.lastDay < lastMonth.firstDay;
  return {
    begins: (quarters[0] as Period).firstDay,
    filedQuarters: quarters.filter(({ lastDay }) => lastDay < ready.firstDay),
    ready,
    filedMonths: quarters.flatMap(monthsOf).filter(isFiled),
  };
}

const QUARTERS = 5;

/** Returns the quarter of a day and the four before it, oldest first. */
export function quartersUntil(day: IsoDate): Period[] {
  const found = [quarterOn(day)];
  while (found.length < QUARTERS) found.unshift(periodBefore(found[0] as Period));
  return found;
}

/** Returns the quarter of the late sale: the last filed one. */
export const quarterOfLateSale = ({ filedQuarters }: Story): Period =>
  filedQuarters.at(-1) as Period;
