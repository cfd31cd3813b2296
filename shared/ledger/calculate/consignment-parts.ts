import type { SupplyEvent } from "../../vat/schemes/supply-event.ts";
import { shares } from "./allocate.ts";

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
