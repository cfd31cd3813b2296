import type { Fault } from "../../core/errors/errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { partsOf, portionRates } from "../calculate/portions.ts";
import { loadNamedCalculations } from "../calculate/store-calculation-refs.ts";
import type { EventState } from "../events/event-record.ts";
import { eventFaults, type NewEvent, type SubmittedEvent } from "../events/schema.ts";
import { loadEventStates } from "../events/store-events.ts";

/** The fields that decide the period and the sums of a non-sale, so that they cannot wait for its sale. */
const OF_THE_SALE = ["supply_kind", "currency"] as const;

type Sold = Pick<NewEvent, (typeof OF_THE_SALE)[number]>;

const isFull = (event: SubmittedEvent): event is NewEvent =>
  OF_THE_SALE.every((field) => event[field] !== undefined);

/** The full form of an event, or the reasons why there is none. */
export type Completed = { readonly event: NewEvent } | { readonly faults: readonly Fault[] };

/**
 * Returns the full form of an event: kind and currency that a non-sale leaves out are those of its sale. The fingerprint
 * covers this form, so that a repeat in either form is the same event.
 */
export function completedBy(event: SubmittedEvent, sale: Sold | undefined): Completed {
  if (isFull(event)) return { event };
  const { event_id, original_event_id } = event;
  if (!sale) {
    const faults = OF_THE_SALE.filter((field) => event[field] === undefined).map((field) => ({
      field,
      event_id,
      message: `required: its sale is not here yet: send ${original_event_id} before, or in the same request, or give the ${field} of the sale`,
    }));
    return { faults };
  }
  const { supply_kind, currency } = sale;
  const full = {
    ...event,
    supply_kind: event.supply_kind ?? supply_kind,
    currency: event.currency ?? currency,
  };
  // Rules that depend on the kind were not checked without it.
  const faults = eventFaults(full).map((fault) => ({ ...fault, event_id }));
  return faults.length > 0 ? { faults } : { event: full };
}

/**
 * Returns the full form of each event of a request. The sale is in the ledger or in the request, under its id or as a
 * calculation of several rates. `states` has the entries of the events and of those they refer to, so only the name of
 * such a calculation is read.
 */
export async function completedEvents(
  ledger: LedgerId,
  events: readonly SubmittedEvent[],
  states: ReadonlyMap<EventId, EventState>,
): Promise<Completed[]> {
  const here = new Map(events.filter(isFull).map((event) => [event.event_id, event]));
  const known = (id: EventId | undefined): Sold | undefined =>
    id === undefined ? undefined : (states.get(id)?.event ?? here.get(id));
  const names = events
    .filter((event) => !isFull(event) && !known(event.original_event_id))
    .flatMap(({ original_event_id }) => original_event_id ?? []);
  const named = names.length === 0 ? new Map() : await loadNamed(ledger, names, known);
  return events.map((event) => {
    const { event_id, original_event_id } = event;
    // The stored event itself, when its sale was undone since.
    const sale = known(original_event_id) ?? named.get(original_event_id) ?? known(event_id);
    return completedBy(event, sale);
  });
}

/** Loads a part of each calculation of several rates that was committed under one of these names. */
async function loadNamed(
  ledger: LedgerId,
  names: readonly EventId[],
  known: (id: EventId) => Sold | undefined,
): Promise<Map<EventId | undefined, Sold>> {
  const calculations = [...(await loadNamedCalculations(ledger, names))];
  const parts = new Map(
    calculations.map(([name, calculation]) => [
      name,
      [...partsOf(name, portionRates(calculation)).values()],
    ]),
  );
  const states = await loadEventStates(ledger, [...parts.values()].flat());
  return new Map(
    [...parts].flatMap(([name, ids]) => {
      const [part] = ids.flatMap((id) => states.get(id)?.event ?? known(id) ?? []);
      return part ? [[name, part] as const] : [];
    }),
  );
}
