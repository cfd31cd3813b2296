import { countThatFits } from "../../core/input/pagination.ts";
import type { EventRecord } from "./event-record.ts";
import type { EventPosition } from "./listing.ts";
import { shownUnder } from "./record.ts";

/**
 * The rows of a page as they are shown, and where the next one begins. It ends early where an answer
 * could not hold more: metadata may be long.
 */
export function shownPage(
  {
    records,
    next,
  }: { readonly records: readonly EventRecord[]; readonly next?: EventPosition | undefined },
  warning: Parameters<typeof shownUnder>[1],
) {
  const items = records.map((record) => shownUnder(record, warning));
  const count = countThatFits(items);
  const last = records[count - 1];
  const isCut = count < items.length && last !== undefined;
  return {
    items: items.slice(0, count),
    next: isCut ? { supply_date: last.supply_date, event_id: last.event_id } : next,
  };
}
