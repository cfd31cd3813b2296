import type { IsoDate } from "../calendar/iso-date.ts";
import type { Registration, SchemeType } from "./registration.ts";
import { overlap } from "./windows.ts";

/** The states in which a registration can make a return. */
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
