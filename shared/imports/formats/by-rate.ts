import { type Exact, roundExact } from "../../core/money/money.ts";
import {
  type Correction,
  event,
  excluded,
  type ImportedEvent,
  type Original,
  type RowOutcome,
  unresolved,
} from "./outcome.ts";

/** The events of a correction, complete except for the sale that they correct. */
export type UnlinkedEvents = { readonly events: readonly ImportedEvent[] };

/** Links each event of a correction to the part of its sale with the same rate. */
export function linkedByRate(
  { draft, details }: Correction<UnlinkedEvents>,
  original: Original | undefined,
): RowOutcome {
  if (!original) return unresolved("original_not_found", { details });
  if ("left_out" in original) return excluded("original_left_out");
  const linked = draft.events.map((event) => {
    const same = original.parts.find(({ vat_rate_bps }) => vat_rate_bps === event.vat_rate_bps);
    return same && { ...event, original_event_id: same.event_id };
  });
  const complete = linked.filter((part) => part !== undefined);
  return complete.length === linked.length
    ? event(complete)
    : unresolved("original_not_found", { details });
}

type Taxed = { readonly vat_rate_bps: number; readonly vat: number };

const RATE_ONE = 10_000n;

/** Returns the net amount from which `vat_rate_bps` gives `vat`. */
const netOfGross = ({ vat_rate_bps, vat }: Taxed): Exact => ({
  numerator: BigInt(vat) * RATE_ONE,
  denominator: BigInt(vat_rate_bps),
});

/**
 * Splits `net` into net amounts that fit the VAT of several rates. VAT is rounded to half a minor unit, so each net
 * amount is known to 0.5 / rate. A remainder within that tolerance is added to the lowest rate, whose net amount is the
 * least certain. `roundings` is the number of roundings in each VAT.
 * @returns undefined if the remainder is larger, so that something untaxed is part of `net`
 */
export function netByRate(
  net: number,
  taxes: readonly Taxed[],
  roundings = 1,
): readonly (Taxed & { readonly net: number })[] | undefined {
  const split = taxes.map((tax) => ({ ...tax, net: Number(roundExact(netOfGross(tax))) }));
  const lowest = split.toSorted((a, b) => a.vat_rate_bps - b.vat_rate_bps)[0];
  if (!lowest) return undefined;
  const left = net - split.reduce((sum, part) => sum + part.net, 0);
  // Σ 0.5 / rate, in minor units, multiplied by the roundings.
  const most = taxes.reduce((sum, tax) => sum + 5_000 / tax.vat_rate_bps, 0) * roundings;
  if (Math.abs(left) > most) return undefined;
  return split.map((part) => (part === lowest ? { ...part, net: part.net + left } : part));
}

/** True if `vat` is the VAT of `net` at a rate, within `roundings` halves of a minor unit. */
export const fitsRate = (net: number, vat: number, rate_bps: number, roundings: number): boolean =>
  Math.abs(net * rate_bps - vat * 10_000) <= 5_000 * (roundings + 1);
