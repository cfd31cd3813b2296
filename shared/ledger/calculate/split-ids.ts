import { DomainError } from "../../core/errors/errors.ts";
import type { SupplyEvent } from "../../vat/schemes/supply-event.ts";
import { shares } from "./allocate.ts";

/** The events that a calculation became, or that a single sale is: their ids by rate in basis points. */
type Parts = ReadonlyMap<number, string>;

/** What is not a sale, and names what it corrects by the field `field`. */
export type NamedOriginal = {
  readonly field: "original_event_id" | "original_transaction_id";
  /** The event_id that the original was committed under. */
  readonly event_id: string;
  readonly parts: Parts;
};

/**
 * The ids of the events that a calculation becomes under `event_id`: that id itself where it has one
 * rate, and the rate behind it where it has several.
 */
export const partsOf = (event_id: string, rates: readonly number[]): Parts =>
  new Map(rates.map((rate) => [rate, rates.length === 1 ? event_id : `${event_id}-${rate}`]));

/**
 * The part of the original that each rate corrects, in the order given: a return's rows have one rate,
 * and a correction stands at that of its sale.
 * @throws DomainError `original_rate_missing` naming each rate that the original does not have.
 */
export function correctedParts(rates: readonly number[], original: NamedOriginal): string[] {
  const { field, event_id, parts } = original;
  const missing = rates.filter((rate) => !parts.has(rate));
  if (missing.length === 0) return rates.map((rate) => parts.get(rate) as string);
  const known = [...parts].map(([rate, id]) => `${id} (${percent(rate)})`).join(", ");
  const faults = missing.map((rate) => ({
    field,
    message: `${event_id} has no part at ${percent(rate)}, only ${known}`,
  }));
  const message = faults.map((fault) => fault.message).join("; ");
  throw new DomainError("original_rate_missing", message, faults);
}

const percent = (rate_bps: number): string => `${rate_bps / 100} %`;

type Consignment = NonNullable<SupplyEvent["consignment"]>;

/**
 * The consignment of a calculation, as each of its parts has it. An event says what its own goods are
 * worth, so several parts share the value as their net amounts do. They travel together, under the
 * name of the calculation where nobody gave another.
 */
export function consignmentParts(
  whole: Consignment,
  name: string,
  parts: readonly { readonly taxable_amount_minor: number }[],
): Consignment[] {
  if (parts.length < 2) return parts.map(() => whole);
  const nets = parts.map(({ taxable_amount_minor: net }) => BigInt(Math.max(0, net)));
  const split = (value: number) => shares(BigInt(value), nets).map(Number);
  const { id = name, intrinsic_value_eur_minor: euro } = whole;
  const values = split(whole.intrinsic_value_minor);
  const euros = euro === undefined ? undefined : split(euro);
  return values.map((intrinsic_value_minor, n) => ({
    ...whole,
    id,
    intrinsic_value_minor,
    ...(euros ? { intrinsic_value_eur_minor: euros[n] } : {}),
  }));
}
