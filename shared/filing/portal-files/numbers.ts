import { isUnionVatNumber, type MemberStateCode } from "../../vat/reference-data/member-states.ts";
import {
  fitsMask,
  normalized,
  prefixedNumber,
  vatNumberWarning,
} from "../../vat/seller/identifier.ts";
import type { Profile } from "../../vat/seller/profile.ts";
import { isNumberOf } from "../../vat/seller/registration-rules.ts";
import type { NeutralReturn } from "./neutral-return.ts";
import type { Establishment, FileRequest } from "./request.ts";
import { errorIf, type FileFinding } from "./row-findings.ts";

/*
 * The numbers of a request. The service stores their masks, and the full numbers only of accounts that
 * want it, so most requests contain the full numbers. Each is
 * converted to one form and compared with its mask; no message repeats a number.
 */

/** The masked numbers of the account's establishments. */
export type KnownEstablishments = Profile["fixed_establishments"];

/** Returns the request with its numbers in capitals, without blanks, and VAT numbers with country prefix. */
export const withWholeNumbers = (neutral: NeutralReturn, request: FileRequest): FileRequest => ({
  ...request,
  filer: {
    ...request.filer,
    vat_number: prefixedNumber(
      request.filer.vat_number,
      neutral.identification.member_state,
      (number) => isOfFiler(neutral, number),
    ),
    ...(request.filer.intermediary_number === undefined
      ? {}
      : { intermediary_number: normalized(request.filer.intermediary_number) }),
  },
  establishments: request.establishments.map(({ country, vat_number, tax_reference }) => ({
    country,
    ...(vat_number === undefined ? {} : { vat_number: wholeVatNumber(vat_number, country) }),
    ...(tax_reference === undefined ? {} : { tax_reference: tax_reference.toUpperCase() }),
  })),
});

const wholeVatNumber = (given: string, state: MemberStateCode): string =>
  prefixedNumber(given, state, (number) => isUnionVatNumber(state, number));

const isOfFiler = ({ scheme, identification }: NeutralReturn, number: string): boolean =>
  isNumberOf(scheme, identification.member_state, number);

/** Returns the findings of the numbers of a request after `withWholeNumbers`. */
export function numberFindings(
  neutral: NeutralReturn,
  { filer, establishments }: FileRequest,
  known: KnownEstablishments,
): FileFinding[] {
  const { member_state, number_masked, intermediary_number_masked } = neutral.identification;
  const { vat_number, intermediary_number } = filer;
  return [
    ...errorIf(
      !isOfFiler(neutral, vat_number),
      "filer.vat_number",
      "number_form",
      `has not the form of a ${neutral.scheme} number of ${member_state}`,
    ),
    ...maskFindings("filer.vat_number", vat_number, number_masked, "the registration"),
    ...maskFindings(
      "filer.intermediary_number",
      intermediary_number,
      intermediary_number_masked,
      "the intermediary in the registration",
    ),
    ...establishments.flatMap((establishment, index) =>
      establishmentFindings(establishment, index, known),
    ),
  ];
}

function establishmentFindings(
  { country, vat_number }: Establishment,
  index: number,
  known: KnownEstablishments,
): FileFinding[] {
  if (vat_number === undefined) return [];
  const field = `establishments.${index}.vat_number`;
  const mask = known.find((establishment) => establishment.country === country)?.vat_number_masked;
  return [
    ...errorIf(
      !isUnionVatNumber(country, vat_number),
      field,
      "number_form",
      `has not the form of a VAT number of ${country}`,
    ),
    ...maskFindings(field, vat_number, mask, `the establishment in ${country} of the account`),
  ];
}

/**
 * Returns the fields whose VAT number has wrong check digits; the file is still made. Numbers of schemes other than the
 * Union scheme have no public rule.
 */
export const numbersWithWarning = ({ filer, establishments }: FileRequest): string[] =>
  [
    { field: "filer.vat_number", number: filer.vat_number },
    ...establishments.map(({ vat_number }, index) => ({
      field: `establishments.${index}.vat_number`,
      number: vat_number,
    })),
  ]
    .filter(({ number }) => number !== undefined && vatNumberWarning(number) !== undefined)
    .map(({ field }) => field);

const maskFindings = (
  field: string,
  number: string | undefined,
  mask: string | undefined,
  whose: string,
): FileFinding[] =>
  errorIf(
    number !== undefined && mask !== undefined && !fitsMask(number, mask),
    field,
    "number_unlike_mask",
    `is not the number of ${whose}, which is kept as ${mask}`,
  );
