import { holdsOn, plusDays } from "../../shared/core/calendar/dates.ts";
import { RATES_COMPLETE_FROM } from "../../shared/vat/reference-data/vat-rates.ts";
import type { RateRow } from "./rate-rows.ts";

/** Returns a map from state to first day to every rate in force from that day, newest first. */
export function ratesInForceOf(rows: readonly RateRow[]): Record<string, Record<string, number[]>> {
  const states = Object.entries(Object.groupBy(rows, ({ country }) => country));
  const sorted = states.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([state, own = []]) => [state, setsOf(own)]));
}

function setsOf(rows: readonly RateRow[]): Record<string, number[]> {
  const changes = rows
    .flatMap(({ valid_from, valid_to }) => [valid_from, valid_to && plusDays(valid_to, 1)])
    .filter((day) => day !== null)
    .map((day) => (day < RATES_COMPLETE_FROM ? RATES_COMPLETE_FROM : day));
  const sets = [...new Set(changes)].sort().map((day) => [day, setOn(rows, day)] as const);
  const moved = sets.filter(([, set], at) => String(set) !== String(sets[at - 1]?.[1]));
  return Object.fromEntries(moved.reverse());
}

const setOn = (rows: readonly RateRow[], day: string): number[] =>
  [...new Set(rows.filter((row) => holdsOn(row, day)).map(({ rate_bps }) => rate_bps))].sort(
    (a, b) => a - b,
  );
