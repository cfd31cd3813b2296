import { DomainError } from "../../core/errors/errors.ts";
import type { EventId } from "../../core/ids.ts";
import type { EventType, RateCategory, SupplyEvent } from "../../vat/schemes/supply-event.ts";
import type { Transaction } from "./transaction-schema.ts";

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Splits `amount` into integer parts proportional to the weights, by the largest remainder. Equal remainders are served
 * in order. The parts always add up to `amount`, and none has the opposite sign. If all weights are zero, the parts are
 * equal. dinero.js gives the leftover units to the largest weights instead (docs/decisions/0014).
 */
export function shares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n)
    return shares(
      amount,
      weights.map(() => 1n),
    );
  const whole = magnitude(amount);
  const floors = weights.map((weight) => (whole * weight) / total);
  const missing = Number(whole - floors.reduce((sum, part) => sum + part, 0n));
  const first = new Set(byRemainder(whole, weights, total).slice(0, missing));
  const parts = floors.map((part, index) => (first.has(index) ? part + 1n : part));
  return amount < 0n ? parts.map((part) => -part) : parts;
}

/** Returns the indexes of the weights, largest remainder first. */
function byRemainder(whole: bigint, weights: readonly bigint[], total: bigint): number[] {
  const remainders = weights.map((weight) => (whole * weight) % total);
  return [...remainders.keys()].sort((a, b) => {
    const [one, other] = [remainders[a] ?? 0n, remainders[b] ?? 0n];
    return one === other ? a - b : one < other ? 1 : -1;
  });
}

/**
 * Returns the weights that shipping is split by: the net values of the lines with the sign of the shipping. A charge is
 * split over charged lines and a credit over credited lines. Without such a line, the weights are the absolute net
 * values.
 */
export function shippingWeights(shipping: bigint, nets: readonly bigint[]): bigint[] {
  const alike = nets.map((net) => (net < 0n === shipping < 0n ? magnitude(net) : 0n));
  return alike.some((weight) => weight > 0n) ? alike : nets.map(magnitude);
}

/** The part of a transaction that has one rate, with the amounts of its event in minor units. */
type Portion = {
  readonly vat_rate_bps: number;
  readonly rate_category: RateCategory;
  readonly tax_class_id: string | undefined;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/**
 * Splits a transaction by rate, highest rate first. The type of a refund, cancellation or credit note gives the sign,
 * so the amounts of a transaction calculated as a credit change their sign.
 */
export function portionsOf(transaction: Transaction, eventType: EventType): Portion[] {
  const sign = isTurned(transaction, eventType) ? -1 : 1;
  const groups = Map.groupBy(committedPart(transaction), ({ vat_rate_bps }) => vat_rate_bps);
  return [...groups.values()]
    .map((parts) => joined(parts, sign))
    .sort((a, b) => b.vat_rate_bps - a.vat_rate_bps);
}

/** Returns the rates of a transaction, in the order of its portions. */
export const portionRates = (transaction: Transaction): number[] =>
  portionsOf(transaction, "sale").map(({ vat_rate_bps }) => vat_rate_bps);

const isTurned = ({ gross_amount_minor }: Transaction, eventType: EventType): boolean =>
  gross_amount_minor < 0 && eventType !== "sale" && eventType !== "adjustment";

type CommittedPart = Omit<Portion, "rate_category"> & {
  readonly rate_category: RateCategory | null;
};

/** Returns the lines and their shipping with the amounts of their events. A transaction without lines is one part. */
function committedPart(transaction: Transaction): CommittedPart[] {
  const { lines, tax_class_id, rate_category, vat_rate_bps } = transaction;
  if (!lines) {
    const rate = { vat_rate_bps: vat_rate_bps ?? 0, rate_category, tax_class_id };
    return [{ ...rate, ...amountsOf(transaction) }];
  }
  return lines.flatMap((line) => {
    const rate = {
      vat_rate_bps: line.vat_rate_bps,
      rate_category: line.rate_category,
      tax_class_id: line.tax_class_id,
    };
    const parts = line.shipping ? [line, line.shipping] : [line];
    return parts.map((part) => ({ ...rate, ...amountsOf(part) }));
  });
}

const amountsOf = (part: { net_amount_minor: number; vat_amount_minor: number }) => ({
  taxable_amount_minor: part.net_amount_minor,
  vat_amount_minor: part.vat_amount_minor,
});

/** Adds the VAT of the parts instead of computing it again. The tax class is set if all parts have the same class. */
function joined(parts: readonly CommittedPart[], sign: 1 | -1): Portion {
  const first = parts[0] as CommittedPart;
  const sum = (field: "taxable_amount_minor" | "vat_amount_minor") =>
    parts.reduce((total, part) => total + sign * part[field], 0);
  const isOneClass = parts.every(({ tax_class_id }) => tax_class_id === first.tax_class_id);
  return {
    vat_rate_bps: first.vat_rate_bps,
    // Without a category, nothing was charged, or the caller gave the rate for a country without a known standard rate.
    rate_category: first.rate_category ?? (first.vat_rate_bps === 0 ? "zero" : "standard"),
    tax_class_id: isOneClass ? first.tax_class_id : undefined,
    taxable_amount_minor: sum("taxable_amount_minor"),
    vat_amount_minor: sum("vat_amount_minor"),
  };
}

/** The ids of the events of a calculation, or of a single sale, by rate in basis points. */
type Parts = ReadonlyMap<number, EventId>;

/** The original of a non-sale, and the field `field` that names it. */
export type NamedOriginal = {
  readonly field: "original_event_id" | "original_transaction_id";
  /** The event_id under which the original was committed. */
  readonly event_id: EventId;
  readonly parts: Parts;
};

/**
 * Returns the ids of the events of a calculation committed under `event_id`: that id for a single rate, or the id with
 * the rate appended for several rates.
 */
export const partsOf = (event_id: EventId, rates: readonly number[]): Parts =>
  new Map(
    rates.map((rate) => [rate, rates.length === 1 ? event_id : (`${event_id}-${rate}` as EventId)]),
  );

/**
 * Returns the part of the original that each rate corrects, in the given order. A row of a return has one rate, and a
 * correction has the rate of its sale.
 * @throws DomainError `original_rate_missing` naming each rate that the original does not have.
 */
export function correctedParts(rates: readonly number[], original: NamedOriginal): EventId[] {
  const { field, event_id, parts } = original;
  const missing = rates.filter((rate) => !parts.has(rate));
  if (missing.length === 0) return rates.map((rate) => parts.get(rate) as EventId);
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
