import { DomainError } from "../../core/errors/errors.ts";

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
