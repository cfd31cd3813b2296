import { isUnionVatNumber, memberStateOf } from "../reference-data/member-states.ts";
import { normalized, vatNumberWarning } from "../seller/identifier.ts";
import { isBusiness, type Place } from "./place.ts";
import type { PlacedSupply } from "./supply.ts";

const CONSUMER = "so the customer is treated as a consumer (Art. 18 CIR 282/2011)";

/**
 * Returns a sentence about the VAT number of a business that does not decide as its sender expects; undefined for all
 * other customers. The number itself is not in it: only its mask is stored.
 */
export function customerNote(supply: PlacedSupply, place: Place): string | undefined {
  const { customer_type, customer_vat_number } = supply;
  if (customer_type === "b2c") return undefined;
  if (!isBusiness(supply, place.state !== null)) {
    return customer_vat_number === undefined
      ? `no VAT number of the customer was sent, ${CONSUMER}`
      : `the customer's VAT number ${fault(normalized(customer_vat_number), place)}, ${CONSUMER}`;
  }
  const isWrong = customer_vat_number && vatNumberWarning(customer_vat_number);
  return isWrong ? "the customer's VAT number has wrong check digits: ask for it again" : undefined;
}

/** Says why a number is not that of a business in the Union. */
function fault(number: string, { state }: Place): string {
  if (state && !/^[A-Z]{2}/.test(number) && isUnionVatNumber(state, `${state}${number}`)) {
    return `lacks its prefix: write it with ${state} before it`;
  }
  const issuer = memberStateOf(number.slice(0, 2));
  if (!issuer) return "does not begin with the code of a Member State";
  return isUnionVatNumber(issuer.code, number)
    ? `begins with ${issuer.code}, which is for goods only`
    : `does not have the form of a number of ${issuer.code}`;
}
