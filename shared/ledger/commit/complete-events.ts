import type { Fault } from "../../core/errors/errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { placeOf } from "../../vat/place-of-supply/place.ts";
import { isServiceKind } from "../../vat/place-of-supply/supply.ts";
import { isMemberState } from "../../vat/reference-data/member-states.ts";
import { isSale } from "../../vat/schemes/supply-event.ts";
import { partsOf, portionRates } from "../calculate/portions.ts";
import { loadNamedCalculations } from "../calculate/store-calculation-refs.ts";
import type { Destination } from "../events/destination.ts";
import type { EventState } from "../events/event-record.ts";
import { eventFaults, type NewEvent, type SubmittedEvent } from "../events/schema.ts";
import { loadEventStates } from "../events/store-events.ts";

/** The fields that decide the period and the sums of a non-sale, so that they cannot wait for its sale. */
const OF_THE_SALE = ["supply_kind", "currency"] as const;

type Sold = Pick<NewEvent, (typeof OF_THE_SALE)[number]>;

const hasKind = (event: SubmittedEvent): event is SubmittedEvent & Sold =>
  OF_THE_SALE.every((field) => event[field] !== undefined);

/** The full form of an event, or the reasons why there is none. */
export type Completed = { readonly event: NewEvent } | { readonly faults: readonly Fault[] };

/**
 * Returns the full form of an event: kind and currency that a non-sale leaves out are those of its sale, and a destination
 * becomes a place. The fingerprint covers this form, so that a repeat in either form is the same event.
 */
function completedBy(event: SubmittedEvent, sale: Sold | undefined): Completed {
  const { event_id, original_event_id, destination } = event;
  const sold = hasKind(event) ? event : sale;
  if (!sold) {
    const faults = OF_THE_SALE.filter((field) => event[field] === undefined).map((field) => ({
      field,
      event_id,
      message: `required: its sale is not here yet: send ${original_event_id} before, or in the same request, or give the ${field} of the sale`,
    }));
    return { faults };
  }
  const { supply_kind = sold.supply_kind, currency = sold.currency } = event;
  const full = placedAt({ ...event, supply_kind, currency });
  if (hasKind(event) && !destination) return { event: full };
  // Rules that depend on kind and place were not checked without them.
  const faults = eventFaults(full).map((fault) => ({ ...fault, event_id }));
  return faults.length > 0 ? { faults } : { event: full };
}

/**
 * Returns an event with the place of its destination, as a calculation is placed: outside the VAT territory of the Union
 * it keeps the code of the country, and a sale to a territory without a code of its own is outside the scope. Nothing
 * else of the address is in the event.
 */
function placedAt({
  destination,
  ...event
}: NewEvent & { readonly destination?: Destination | undefined }): NewEvent {
  if (!destination) return event;
  const { country, postcode } = destination;
  const isGoods = !isServiceKind(event.supply_kind);
  const { state } = placeOf(country, postcode, event.supply_date, isGoods);
  if (state !== null) return { ...event, consumption_country: state };
  // Northern Ireland belongs to the Union for goods only.
  const consumption_country = country === "XI" ? "GB" : country;
  const isOutside = isSale(event) && isMemberState(consumption_country);
  const treatment = event.treatment ?? (isOutside ? ("outside_scope" as const) : undefined);
  return { ...event, consumption_country, ...(treatment ? { treatment } : {}) };
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
  const here = new Map(events.filter(hasKind).map((event) => [event.event_id, event]));
  const known = (id: EventId | undefined): Sold | undefined =>
    id === undefined ? undefined : (states.get(id)?.event ?? here.get(id));
  const names = events
    .filter((event) => !hasKind(event) && !known(event.original_event_id))
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
