import type { EventId, LedgerId } from "../../core/ids.ts";
import { countThatFits, cursorAt, inventedCursor } from "../../core/input/pagination.ts";
import { searchedName } from "../order-names/order-name.ts";
import { listOrdersNamed } from "../order-names/store-order-names.ts";
import type { LoadDeclared } from "./declared-in.ts";
import type { EventRecord } from "./event-record.ts";
import { eventView } from "./event-view.ts";
import { type EventListQuery, LIST } from "./listing.ts";
import { loadEventStates } from "./store-events.ts";

/** A place in the events of named orders: they are listed by name, and within an order by id. */
type Place = { readonly place: string; readonly event_id: EventId };

const isAfter = (a: Place, b: Place): boolean =>
  a.place === b.place ? a.event_id > b.event_id : true;

/** Returns the end of the page before; undefined at the start. */
function startOf({ cursor }: EventListQuery, beginning: string): Place | undefined {
  if (!cursor) return undefined;
  if (cursor.length !== 3) throw inventedCursor();
  const [, place, event_id] = cursor;
  if (!place.startsWith(beginning)) throw inventedCursor();
  return { place, event_id };
}

/**
 * Lists the events of the orders whose names begin with `order`, by name. A page is short where events were undone.
 * @throws DomainError `invalid_request` for the cursor of another list
 */
export async function listByOrder(
  ledger: LedgerId,
  query: EventListQuery & { readonly order: string },
  loadDeclared: LoadDeclared,
) {
  const { limit } = query;
  const beginning = searchedName(query.order);
  const after = startOf(query, beginning);
  // One more, because the order in which the page before has ended may have no more events.
  const read = await listOrdersNamed(ledger, { beginning, from: after?.place }, limit + 1);
  const found = read.orders.flatMap(({ place, name = null, event_ids }) =>
    event_ids.map((event_id) => ({ place, event_id, name })),
  );
  const rest = after ? found.filter((row) => isAfter(row, after)) : found;
  const page = await shown(ledger, rest.slice(0, limit), loadDeclared);
  const count = countThatFits(page.map(({ view }) => view));
  const isCut = count < page.length;
  const last = isCut ? page[count - 1] : rest.slice(0, limit).at(-1);
  const goesOn = isCut || rest.length > limit || read.goesOn;
  return {
    items: page.slice(0, count).map(({ view }) => view),
    next_cursor: goesOn && last ? cursorAt(LIST, ["order", last.place, last.event_id]) : null,
  };
}

type FoundEvent = Place & { readonly name: string | null };

async function shown(ledger: LedgerId, rows: readonly FoundEvent[], loadDeclared: LoadDeclared) {
  const states = await loadEventStates(
    ledger,
    rows.map(({ event_id }) => event_id),
  );
  const events = rows.flatMap(({ event_id }) => states.get(event_id)?.event ?? []);
  const declaredOf = await loadDeclared(events);
  return rows.flatMap((row) => {
    const event: EventRecord | undefined = states.get(row.event_id)?.event;
    return event ? [{ ...row, view: eventView(event, row.name, declaredOf(event)) }] : [];
  });
}
