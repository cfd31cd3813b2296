import type { SchemeSlug } from "../../../client/src/eu-vat-client.ts";
import {
  dayOf,
  type IsoDate,
  type Period,
  type PeriodKind,
  periodsBack,
} from "../../../shared/core/calendar/dates.ts";

/** The first day of the three schemes. */
const BEGINNING = "2021-07-01" as IsoDate;

export const kindOf = (scheme: SchemeSlug): PeriodKind => (scheme === "ioss" ? "month" : "quarter");

/** Returns the periods of a scheme from that of a day back to the first, the newest first. */
export const periodsOf = (scheme: SchemeSlug, today: IsoDate): Period[] =>
  periodsBack(kindOf(scheme), today, BEGINNING);

/** Returns the chosen period; by default the last one that has ended. */
export const periodToShow = (scheme: SchemeSlug, chosen: string | undefined, now: Date): string => {
  const periods = periodsOf(scheme, dayOf(now));
  return periods.find(({ key }) => key === chosen)?.key ?? (periods[1] ?? periods[0])?.key ?? "";
};
