import type { TaxRegistration } from "../../../client/src/eu-vat-client.ts";

/** The schemes of registrations, in the order of the choice. */
export const SCHEME_TYPES: readonly TaxRegistration["scheme_type"][] = [
  "union_oss",
  "non_union_oss",
  "ioss",
];
