import type { IsoDate } from "../calendar/iso-date.ts";

/** The days from `effective_from` to `effective_to`, both included; without an end it stays open. */
export type Window = {
  readonly effective_from: IsoDate;
  readonly effective_to?: IsoDate | undefined;
};

/** Whether two windows share a day. A window that ends on the day another begins shares that day. */
export const overlap = (one: Window, other: Window): boolean =>
  startsBy(one, other.effective_to) && startsBy(other, one.effective_to);

const startsBy = (window: Window, end: IsoDate | undefined): boolean =>
  end === undefined || window.effective_from <= end;
