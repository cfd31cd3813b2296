import {
  type IsoDate,
  monthsOf,
  type Period,
  periodBefore,
  periodOn,
  quarterOn,
} from "../../shared/core/calendar/dates.ts";

/** The progress of the business with its returns on a day. */
export type Story = {
  readonly today: IsoDate;
  /** The quarters with events, oldest first; the last one is running. */
  readonly quarters: readonly Period[];
  /** Those since the registration for the import scheme. */
  readonly importQuarters: readonly Period[];
  /** Filed Union quarters, oldest first. The last of them has late sales. */
  readonly filedQuarters: readonly Period[];
  /** Filed months of the import scheme, oldest first. */
  readonly filedMonths: readonly Period[];
  /** The one return that has ended and is not filed: a quarter or a month. It is due today or later. */
  readonly open: Period;
};

/**
 * Returns the story of a day. Every return is filed before its due day passes, so none is overdue. In the month in which
 * the return of a quarter is due, that return is open; in the two other months, the return of the last month is.
 */
export function storyOn(today: IsoDate): Story {
  const quarters = quartersUntil(today);
  const [lastQuarter, lastMonth] = [quarterOn(today), periodOn("month", today)].map(
    periodBefore,
  ) as [Period, Period];
  const importQuarters = quarters.slice(BEFORE_IMPORTS);
  const open = today <= lastQuarter.filingDueDate ? lastQuarter : lastMonth;
  const isFiled = ({ kind, key, lastDay }: Period) =>
    lastDay < today && !(kind === open.kind && key === open.key);
  return {
    today,
    quarters,
    importQuarters,
    filedQuarters: quarters.filter(isFiled),
    filedMonths: importQuarters.flatMap(monthsOf).filter(isFiled),
    open,
  };
}

const QUARTERS = 5;
/** The business joins the import scheme half a year later. */
const BEFORE_IMPORTS = 2;

/** Returns the quarter of a day and the four before it, oldest first. */
function quartersUntil(day: IsoDate): Period[] {
  const found = [quarterOn(day)];
  while (found.length < QUARTERS) found.unshift(periodBefore(found[0] as Period));
  return found;
}

/** Returns the first days of the registrations, which are those of the first events: earlier returns would be overdue. */
export const beginningsOf = ({ quarters, importQuarters }: Story) => ({
  union: (quarters[0] as Period).firstDay,
  imports: (importQuarters[0] as Period).firstDay,
});

/** Returns the quarter of the late sales: the last filed one. */
export const quarterOfLateSales = ({ filedQuarters }: Story): Period =>
  filedQuarters.at(-1) as Period;
