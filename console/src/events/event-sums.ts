import type { SourceEvent, SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { exponentOf } from "../../../shared/core/money/money.ts";

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

/** An event in a list: one of a return also says what it contributes, in the currency of the return. */
export type ListedEvent = SupplyEvent & Partial<Pick<SourceEvent, "in_return" | "after_lock">>;

/** Decimals of amounts before they are rounded. */
const EXACT = 4;

/** Returns an amount of minor units in units of four decimals. */
export const minorOf = (minor: number, currency: string): number =>
  minor * 10 ** (EXACT - (exponentOf(currency) ?? 2));

/** Formats units of four decimals as a decimal string. */
export function exactDecimal(units: number): string {
  const digits = String(Math.abs(units)).padStart(EXACT + 1, "0");
  return `${units < 0 ? "-" : ""}${digits.slice(0, -EXACT)}.${digits.slice(-EXACT)}`;
}

/** Adds up a field of what events contribute to a return, as a decimal string. */
export const exactSum = (
  events: readonly ListedEvent[],
  field: "taxable_amount" | "vat_amount",
): string =>
  exactDecimal(
    events.reduce(
      (sum, { in_return }) => sum + Number((in_return?.[field] ?? "0").replace(".", "")),
      0,
    ),
  );

/** Returns the currency of a return to which events were converted; undefined where all are in it already. */
export const convertedTo = (events: readonly ListedEvent[]): string | undefined =>
  events.find(({ currency, in_return }) => in_return && in_return.currency !== currency)?.in_return
    ?.currency;
