import { isTooLate, linkOf, MISSING, periodKeyAt, periodOf, TOO_LATE } from "./findings.ts";
import {
  type Booked,
  firstDayOf,
  lastDayOf,
  type Registered,
  type Scheme,
  type World,
} from "./world.ts";

/** The registrations that could make the return of the days from `from` to `to`. */
export const covering = (world: World, scheme: Scheme, from: string, to: string): Registered[] =>
  world.registrations.filter(
    (row) =>
      row.scheme_type === scheme &&
      (row.status === "active" || row.status === "ended") &&
      row.effective_from <= to &&
      (row.effective_to === undefined || row.effective_to >= from),
  );

const dayAfter = (day = "9999-12-30") =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Own day; of a correction at the latest the last day on which the registrations of its sale go on. */
function returnDayOf(world: World, event: Booked): string {
  const { original } = linkOf(world, event);
  const { supply_date } = event.given;
  if (!original) return supply_date;
  const rows = world.registrations.filter(
    (row) => row.scheme_type === original.scheme && row.status !== "excluded",
  );
  const sold = original.given.supply_date;
  let row = rows.find(
    ({ effective_from, effective_to = "9999-12-31" }) =>
      effective_from <= sold && sold <= effective_to,
  );
  for (let next = row; next; ) {
    row = next;
    const { effective_to, member_state_identification } = next;
    next = rows.find(
      (other) =>
        effective_to !== undefined &&
        other.effective_from === dayAfter(effective_to) &&
        other.member_state_identification === member_state_identification,
    );
  }
  const end = row?.effective_to ?? "9999-12-31";
  return end < supply_date ? end : supply_date;
}

/** The period whose return counts an event. */
export const countedPeriodOf = (world: World, event: Booked): string =>
  periodKeyAt(event, returnDayOf(world, event));

const isNetted = (world: World, event: Booked, original: Booked): boolean =>
  periodOf(original) === countedPeriodOf(world, event) && !isTooLate(world, event);

/** What nets with its sale goes where its sale goes; all else has a day of its own. */
function dayOf(world: World, event: Booked): string {
  const { original } = linkOf(world, event);
  return original && isNetted(world, event, original)
    ? original.given.supply_date
    : returnDayOf(world, event);
}

/** The registrations of one Member State that follow each other without a day between them. */
function unbroken(world: World, registered: Registered): Registered[] {
  const found = [registered];
  for (const row of found) {
    const next = covering(world, registered.scheme_type, "0000-01-01", "9999-12-31").filter(
      (other) =>
        other.member_state_identification === registered.member_state_identification &&
        !found.includes(other) &&
        (dayAfter(row.effective_to) === other.effective_from ||
          dayAfter(other.effective_to) === row.effective_from),
    );
    found.push(...next);
  }
  return found;
}

/** The registration that declared the sale of a correction; undefined for anything else. */
function correctedUnder(world: World, scheme: Scheme, event: Booked): Registered | undefined {
  const { original } = linkOf(world, event);
  if (!original || isNetted(world, event, original)) return undefined;
  const { supply_date } = original.given;
  return covering(world, scheme, supply_date, supply_date)[0];
}

/**
 * True if an event belongs to the return of another registration of the quarter. A correction belongs to the
 * registration of its sale, as long as that one makes a return of the quarter.
 */
export function isOfOther(world: World, event: Booked, own: Registered): boolean {
  const { scheme_type } = own;
  const declared = correctedUnder(world, scheme_type, event);
  const row = declared && unbroken(world, declared);
  const period = countedPeriodOf(world, event);
  const [first, last] = [firstDayOf(period), lastDayOf(period)];
  const making = covering(world, scheme_type, first, last).map(({ id }) => id);
  const day = dayOf(world, event);
  const there = covering(world, scheme_type, day, day).map(({ id }) => id);
  const isElsewhere = there.length > 0 && !there.includes(own.id);
  if (!row?.some(({ id }) => making.includes(id))) return isElsewhere;
  if (!row.some(({ id }) => id === own.id)) return true;
  // Of two returns of an unbroken registration it is in that of its day.
  return isElsewhere && row.some(({ id }) => there.includes(id));
}

/**
 * Returns the reason why the days of an event keep it out of the return of a registration. A sale has to be on a day of
 * a registration; a correction repairs what was declared under the same, unbroken registration.
 */
export function outsideDays(world: World, event: Booked, own: Registered): string | undefined {
  const { original } = linkOf(world, event);
  const { supply_date } = (original ?? event).given;
  if (covering(world, own.scheme_type, supply_date, supply_date).length === 0) {
    return original ? MISSING : "outside_registration_window_excluded";
  }
  const declared = correctedUnder(world, own.scheme_type, event);
  if (!declared || unbroken(world, declared).some(({ id }) => id === own.id)) return undefined;
  return isTooLate(world, event) ? TOO_LATE : "correction_to_former_state_excluded";
}
