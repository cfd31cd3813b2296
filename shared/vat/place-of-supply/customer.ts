import {
  isUnionVatNumber,
  type MemberState,
  memberStateOf,
} from "../reference-data/member-states.ts";
import { normalized } from "../seller/identifier.ts";
import { isServiceKind, type PlacedSupply } from "./supply.ts";

/**
 * Returns the Member State that issued the customer's VAT number, when the number has that state's form. Northern
 * Ireland's numbers (XI) are valid for goods only.
 */
export function vatNumberState(supply: PlacedSupply): MemberState | undefined {
  const number = normalized(supply.customer_vat_number ?? "");
  const state = memberStateOf(number.slice(0, 2));
  if (!state || !isUnionVatNumber(state.code, number)) return undefined;
  return state.goods_only && isServiceKind(supply.supply_kind) ? undefined : state;
}

/**
 * True if the customer counts as a business. In the Union, a customer without a VAT number is a consumer (Art. 18(1),
 * (2) CIR 282/2011). Outside the Union, a number of any form is enough (Art. 18(3)).
 */
export const isBusiness = (supply: PlacedSupply, isInUnion: boolean): boolean =>
  supply.customer_type === "b2b" &&
  (isInUnion ? vatNumberState(supply) !== undefined : supply.customer_vat_number !== undefined);
