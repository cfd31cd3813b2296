import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import { correctionOf, strayEventsOf } from "./corrections.ts";
import { importsOf } from "./imports.ts";
import { type DemoEvent, salesOf } from "./sales.ts";
import { quartersUntil } from "./story.ts";

/**
 * Returns all events in the quarter of `today` and the four before, by day. The events do not depend on the time of the
 * call: a later day only adds some.
 */
export function demoEvents(today: IsoDate): DemoEvent[] {
  const sales = quartersUntil(today).flatMap((quarter) => [
    ...salesOf(quarter),
    ...importsOf(quarter),
    ...strayEventsOf(quarter),
  ]);
  return [
    ...sales,
    ...sales.flatMap((sale) => (sale.event_type === "sale" ? correctionOf(sale) : [])),
  ]
    .filter((event) => event.supply_date <= today)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

const placeOf = ({ supply_date, event_id }: DemoEvent): string => `${supply_date} ${event_id}`;
