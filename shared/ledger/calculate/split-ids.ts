import { DomainError } from "../../core/errors/errors.ts";
import type { SupplyEvent } from "../../vat/schemes/supply-event.ts";
import { shares } from "./allocate.ts";

/** The ids of the events of a calculation, or of a single sale, by rate in basis points. */
type Parts = ReadonlyMap<number, string>;

/** The original of a non-sale, and the field `field` that names it. */
export type NamedOriginal = {
  readonly field: "original_event_id" | "original_transaction_id";
  /** The event_id under which the original was committed. */
  readonly event_id: string;
  readonly parts: Parts;
};

/**
 * Returns the ids of the events of a calculation committed under `event_id`: that id for a single rate, or the id with
 * the rate appended for several rates.
 */
export const partsOf = (event_id: string, rates: readonly number[]): Parts =>
  new Map(rates.map((rate) => [rate, rates.length === 1 ? event_id : `${event_id}-${rate}`]));

/**
 * Returns the part of the original that each rate corrects, in the given order. A row of a return has one rate, and a
 * correction has the rate of its sale.
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
 * Returns the consignment of each part of a calculation. An event has the value of its own goods, so the parts share
 * the value in proportion to their net amounts. The parts travel together, under the name of the calculation unless the
 * caller gave another.
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
