import {
  InvalidRequestError,
  NotFoundError,
  type SupplyEvent,
  type VatClient,
} from "../../../client/src/eu-vat-client.ts";
import { orderOf } from "../events/event-facts.ts";
import { signOf } from "../events/event-sums.ts";
import type { Words } from "../session/console-context.ts";
import { type Found, SHOWN_EVENTS } from "./found.ts";

/** Longest name of an order, and longest ID of an event. */
const LONGEST_ORDER = 60;
const LONGEST_ID = 128;

/** Time in milliseconds without a further key before the service is asked. */
const QUIET = 150;

/**
 * Finds the events of orders whose names begin with a text, and the event that has the text as its ID: one more than is
 * shown, where there are others.
 */
export async function findEvents(
  client: VatClient,
  asked: string,
  { signal, ...words }: Words & { readonly signal: AbortSignal },
): Promise<Found[]> {
  await new Promise((resolve) => setTimeout(resolve, QUIET));
  if (asked === "" || signal.aborted) return [];
  const [ofOrders, byId] = await Promise.all([
    asked.length > LONGEST_ORDER
      ? { items: [] }
      : client.listSupplyEvents({ query: { order: asked, limit: SHOWN_EVENTS + 1 } }, { signal }),
    eventBy(client, asked, signal),
  ]);
  const others = ofOrders.items.filter(({ event_id }) => event_id !== byId?.event_id);
  return [...(byId ? [byId] : []), ...others].map((event) => foundOf(event, words));
}

function eventBy(client: VatClient, asked: string, signal: AbortSignal) {
  if (asked.length > LONGEST_ID) return undefined;
  return client.getSupplyEvent({ path: { event_id: asked } }, { signal }).catch(undefinedIfUnknown);
}

function undefinedIfUnknown(failure: unknown): undefined {
  // The text may not be an ID.
  if (failure instanceof NotFoundError || failure instanceof InvalidRequestError) return undefined;
  throw failure;
}

function foundOf(event: SupplyEvent, { say, format }: Words): Found {
  const { event_id, consumption_country: country, currency } = event;
  const order = orderOf(event);
  const gross = signOf(event) * (event.taxable_amount_minor + event.vat_amount_minor);
  const facts = [
    say.code(event.event_type),
    format.day(event.supply_date),
    country && format.country(country),
    format.amount(gross, currency),
  ];
  return {
    group: "events",
    name: order ? `${order} (${event_id})` : event_id,
    note: facts.filter(Boolean).join(", "),
    to: { event: event_id },
  };
}
