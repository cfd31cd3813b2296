import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import { correctionOf, strayEventsOf } from "./corrections.ts";
import { importsOf } from "./imports.ts";
import { type DemoEvent, salesOf } from "./sales.ts";
import { quartersUntil } from "./story.ts";

/**
 * Everything that has happened in the quarter of `today` and the four before it, by day. An event
 * is the same whenever it is asked for: a later day only adds some.
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
