import { type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import type { Registration, SchemeType } from "./registration.ts";

/** The days from `effective_from` to `effective_to`, both included; a window without an end is open. */
type Window = {
  readonly effective_from: IsoDate;
  readonly effective_to?: IsoDate | undefined;
};

/** True if two windows have a day in common. A window that ends on the day another begins overlaps with it. */
export const overlap = (first: Window, second: Window): boolean =>
  startsBy(first, second.effective_to) && startsBy(second, first.effective_to);

const startsBy = (window: Window, end: IsoDate | undefined): boolean =>
  end === undefined || window.effective_from <= end;

/** The statuses of registrations with returns. An ended registration still has returns for its days. */
export const COVERING: ReadonlySet<Registration["status"]> = new Set(["active", "ended"]);

/** Returns the active or ended registrations of a scheme that are in force on a day from `first` to `last`. */
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

/**
 * An unbroken run of registrations of a scheme in one Member State. It ends when the seller leaves the scheme, is
 * excluded, or changes the Member State of identification; corrections after the final return then go directly to the
 * Member States of consumption (Art. 61a CIR 282/2011).
 */
export type RegistrationSpell = Window & { readonly member_state_identification: string };

export function spellOf(
  registrations: readonly Registration[],
  registration: Registration,
): RegistrationSpell {
  const { scheme_type, member_state_identification } = registration;
  const rows = registrations
    .filter(
      (row) =>
        row.scheme_type === scheme_type &&
        row.member_state_identification === member_state_identification &&
        COVERING.has(row.status),
    )
    .sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1));
  const spells: Window[] = [];
  for (const { effective_from, effective_to } of rows) {
    const last = spells.at(-1);
    const isNext = last?.effective_to && plusDays(last.effective_to, 1) >= effective_from;
    if (isNext) spells.pop();
    spells.push({ effective_from: isNext ? last.effective_from : effective_from, effective_to });
  }
  const spell = spells.find((first) => overlap(first, registration)) ?? registration;
  return { ...spell, member_state_identification };
}

export const isOfSpell = (registration: Registration, spell: RegistrationSpell): boolean =>
  registration.member_state_identification === spell.member_state_identification &&
  overlap(registration, spell);

const FIRST_DAY = "0000-01-01" as IsoDate;

/**
 * Returns the days up to `last` on which registrations of a scheme are in force, as a text. Equal texts mean equal
 * returns for these days.
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

/**
 * True if the seller declares all sales of Art. 59c in the Union scheme, which is the option of Art. 59c(3), or is still
 * bound by that option. The option covers two calendar years in any event: that of its first day, and the next.
 */
export const hasOptedForDestination = (
  registrations: readonly Registration[],
  day: IsoDate,
): boolean =>
  registrations.some(
    (row) =>
      row.scheme_type === "union_oss" &&
      COVERING.has(row.status) &&
      row.effective_from <= day &&
      day <= latestOf(row.effective_to ?? day, boundUntil(row.effective_from)),
  );

/** Returns the last day of the calendar year after that of `first`. */
const boundUntil = (first: IsoDate): IsoDate =>
  `${String(Number(first.slice(0, 4)) + 1).padStart(4, "0")}-12-31` as IsoDate;

const latestOf = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);

/** True if an active or ended registration of the scheme covers the day. */
export const isInForceOn = (
  registrations: readonly Registration[],
  scheme: SchemeType,
  day: IsoDate,
): boolean => inForce(registrations, scheme, day, day).length > 0;
