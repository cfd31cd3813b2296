import { linkOf, periodOf } from "./findings.ts";
import type { Booked, Registered, Scheme, World } from "./world.ts";

/** The registrations that could make the return of the days from `from` to `to`. */
export const covering = (world: World, scheme: Scheme, from: string, to: string): Registered[] =>
  world.registrations.filter(
    (row) =>
      row.scheme_type === scheme &&
      (row.status === "active" || row.status === "ended") &&
      row.effective_from <= to &&
      (row.effective_to === undefined || row.effective_to >= from),
  );

/** What nets with its sale goes where its sale goes; all else has a day of its own. */
function dayOf(world: World, event: Booked): string {
  const original = linkOf(world, event).original ?? event;
  const isNetted = periodOf(original) === periodOf(event);
  return (isNetted ? original : event).given.supply_date;
}

/** Whether an event is of the return that another registration of the quarter makes. */
export function isOfOther(world: World, event: Booked, { id, scheme_type }: Registered): boolean {
  const day = dayOf(world, event);
  const there = covering(world, scheme_type, day, day).map((row) => row.id);
  return there.length > 0 && !there.includes(id);
}

/**
 * Why the days of an event keep it out of a return to `state`. What nets with its sale goes where its
 * sale goes; a correction has a day of its own, and repairs what was declared to the same state.
 */
export function outsideDays(
  world: World,
  scheme: Scheme,
  event: Booked,
  state: string,
): string | undefined {
  const original = linkOf(world, event).original ?? event;
  const [sold, corrected] = [original, event].map(({ given }) => given.supply_date as string);
  const on = (day = "") => covering(world, scheme, day, day);
  if (periodOf(original) === periodOf(event)) return on(sold).length > 0 ? undefined : OUTSIDE;
  const [declared] = on(sold);
  if (!declared || on(corrected).length === 0) return OUTSIDE;
  return declared.member_state_identification === state
    ? undefined
    : "correction_to_former_state_excluded";
}

const OUTSIDE = "outside_registration_window_excluded";
