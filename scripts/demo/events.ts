import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { correctionOf, strayEventsOf } from "./corrections.ts";
import { importsOf } from "./imports.ts";
import { type DemoEvent, salesOf } from "./sales.ts";
import type { Story } from "./story.ts";

/**
 * Returns all events of the story, by day. The events do not depend on the time of the call: a later day only adds some.
 * @param ratesUntil the last day with ECB rates; sales of periods whose rates are later are in euro
 */
export function demoEvents(
  { today, quarters, importQuarters }: Story,
  ratesUntil: IsoDate,
): DemoEvent[] {
  const sales = [
    ...quarters.flatMap((quarter) => salesOf(quarter, ratesUntil)),
    ...importQuarters.flatMap((quarter) => importsOf(quarter, ratesUntil)),
    ...quarters.flatMap(strayEventsOf),
  ];
  return [
    ...sales,
    ...sales.flatMap((sale) => (sale.event_type === "sale" ? correctionOf(sale) : [])),
  ]
    .filter((event) => event.supply_date <= today)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

const placeOf = ({ supply_date, event_id }: DemoEvent): string => `${supply_date} ${event_id}`;
