import { makeRegistration } from "./registration.ts";

/** Parts of a supply, and registrations, that the cases of the place of supply have in common. */
export const b2b = (number?: string) => ({
  customer_type: "b2b",
  ...(number === undefined ? {} : { customer_vat_number: number }),
});

export const from = (dispatch_country: string, more: object = {}) => ({
  dispatch_country,
  ...more,
});

/** A number of the French form. */
export const FRENCH = "FR83404833048";

export const UNION_2025 = makeRegistration({ effective_from: "2025-01-01" });
export const IOSS_2025 = makeRegistration({ scheme_type: "ioss", effective_from: "2025-01-01" });
