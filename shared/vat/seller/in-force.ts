import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Registration, SchemeType } from "./registration.ts";

/** The days from `effective_from` to `effective_to`, both included; without an end it stays open. */
type Window = {
  readonly effective_from: IsoDate;
  readonly effective_to?: IsoDate | undefined;
};

/** Whether two windows share a day. A window that ends on the day another begins shares that day. */
export const overlap = (one: Window, other: Window): boolean =>
  startsBy(one, other.effective_to) && startsBy(other, one.effective_to);

const startsBy = (window: Window, end: IsoDate | undefined): boolean =>
  end === undefined || window.effective_from <= end;

/** The states in which a registration makes returns: one that has ended still does for its days. */
export const COVERING: ReadonlySet<Registration["status"]> = new Set(["active", "ended"]);

/** The active or ended registrations of a scheme that share a day with the days from `first` to `last`. */
export const inForce = (
  registrations: readonly Registration[],
  scheme: SchemeType,
  first: IsoDate,
  last: IsoDate,
): Registration[] =>
  registrations.filter(
    (row) =>
      row.scheme_type === scheme &&
      COVERING.has(row.status) &&
      overlap(row, { effective_from: first, effective_to: last }),
  );

const FIRST_DAY = "0000-01-01" as IsoDate;

/**
 * The days up to `last` on which registrations of a scheme are in force, as one text: where two are equal, the
 * same days belong into the same returns.
 */
export const daysInForce = (
  registrations: readonly Registration[],
  scheme: SchemeType,
  last: IsoDate,
): string =>
  inForce(registrations, scheme, FIRST_DAY, last)
    .map(({ member_state_identification, effective_from, effective_to = last }) =>
      [
        member_state_identification,
        effective_from,
        effective_to < last ? effective_to : last,
      ].join(),
    )
    .sort()
    .join(";");

/** Whoever is in the Union scheme declares all sales of Art. 59c there: it is the option of Art. 59c(3). */
export const hasOptedForDestination = (
  registrations: readonly Registration[],
  day: IsoDate,
): boolean => isInForceOn(registrations, "union_oss", day);

/** Whether an active or ended registration of the scheme covers the day. */
export const isInForceOn = (
  registrations: readonly Registration[],
  scheme: SchemeType,
  day: IsoDate,
): boolean => inForce(registrations, scheme, day, day).length > 0;
