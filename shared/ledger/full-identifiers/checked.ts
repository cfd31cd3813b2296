import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { isIossIntermediaryNumber } from "../../vat/reference-data/member-states.ts";
import {
  fitsMask,
  maskIdentifier,
  normalized,
  prefixedNumber,
} from "../../vat/seller/identifier.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { isNumberOf } from "../../vat/seller/registration-rules.ts";
import type { FullIdentifiers, StoredIdentifiers } from "./schema.ts";

type Given = FullIdentifiers["items"][number];

/**
 * Returns the numbers in capitals with their prefix. Each has to be one of its registration, and to fit the mask there. No
 * message repeats a number.
 * @throws DomainError `invalid_request` with a fault at each number that is wrong
 */
export function checkedIdentifiers(
  { items }: Pick<FullIdentifiers, "items">,
  registrations: readonly Registration[],
): Given[] {
  const checked = items.map((entered, index) =>
    checkedItem(entered, `items.${index}`, registrations),
  );
  rejectFaulty(checked.flatMap(({ faults }) => faults));
  return checked.map(({ item }) => item);
}

function checkedItem(given: Given, at: string, registrations: readonly Registration[]) {
  const own = registrations.find(({ id }) => id === given.registration_id);
  if (!own) {
    const faults = faultIf(true, `${at}.registration_id`, "is no registration of the account");
    return { item: given, faults };
  }
  const { scheme_type, member_state_identification: state } = own;
  const isOwn = (number: string) => isNumberOf(scheme_type, state, number);
  const number = prefixedNumber(given.number, state, isOwn);
  const intermediary_number = given.intermediary_number && normalized(given.intermediary_number);
  const item = {
    registration_id: own.id,
    number,
    ...(intermediary_number === undefined ? {} : { intermediary_number }),
  };
  const faults: Fault[] = [
    ...faultIf(
      !isOwn(number),
      `${at}.number`,
      `has not the form of a ${scheme_type} number of ${state}`,
    ),
    ...maskFault(`${at}.number`, number, own.vat_registration_number_masked),
    ...faultIf(
      intermediary_number !== undefined && !isIossIntermediaryNumber(state, intermediary_number),
      `${at}.intermediary_number`,
      `has not the form of a number of an intermediary of ${state}`,
    ),
    ...maskFault(
      `${at}.intermediary_number`,
      intermediary_number,
      own.ioss_intermediary_number_masked,
    ),
  ];
  return { item, faults };
}

const maskFault = (field: string, number: string | undefined, mask: string | undefined): Fault[] =>
  faultIf(
    number !== undefined && mask !== undefined && !fitsMask(number, mask),
    field,
    `is not the number of the registration, which is kept as ${mask}`,
  );

export const maskedItems = (items: readonly Given[]): StoredIdentifiers["items"] =>
  items.map(({ registration_id, number, intermediary_number }) => ({
    registration_id,
    number_masked: maskIdentifier(number),
    intermediary_number_masked:
      intermediary_number === undefined ? null : maskIdentifier(intermediary_number),
  }));
