import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";

/** The sum of events of one currency, as they count in a return. */
export type EventSums = {
  readonly currency: string;
  readonly taxable_minor: number;
  readonly vat_minor: number;
};

type Summed = Pick<
  SupplyEvent,
  "currency" | "event_type" | "taxable_amount_minor" | "vat_amount_minor"
>;

/** Event types whose amounts are subtracted. */
const TAKEN_BACK: ReadonlySet<SupplyEvent["event_type"]> = new Set([
  "refund",
  "cancellation",
  "credit_note",
]);

/** Returns 1 for amounts that are added, -1 for those that are subtracted. */
export const signOf = ({ event_type }: Pick<Summed, "event_type">): 1 | -1 =>
  TAKEN_BACK.has(event_type) ? -1 : 1;

/** Adds up events; undefined if they have several currencies, whose sum would be no amount. */
export function eventSums(events: readonly Summed[]): EventSums | undefined {
  const [first] = events;
  if (!first || events.some(({ currency }) => currency !== first.currency)) return undefined;
  const sum = (field: "taxable_amount_minor" | "vat_amount_minor") =>
    events.reduce((total, event) => total + signOf(event) * event[field], 0);
  return {
    currency: first.currency,
    taxable_minor: sum("taxable_amount_minor"),
    vat_minor: sum("vat_amount_minor"),
  };
}
