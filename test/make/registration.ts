import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { Registration, Registrations } from "../../shared/vat/seller/registration.ts";
import type { NewRegistration } from "../../shared/vat/seller/registration-schema.ts";

type Plain<T> = { readonly [Field in keyof T]?: T[Field] | string | undefined };

const UNION_FROM_2021 = {
  scheme_type: "union_oss",
  member_state_identification: "DE",
  effective_from: "2021-07-01" as IsoDate,
  status: "active",
} as const;

/** A stored registration: the Union scheme in Germany since it began, unless said otherwise. */
export const makeRegistration = (fields: Plain<Registration> & { id?: number } = {}) =>
  ({ id: 1, ...UNION_FROM_2021, ...fields }) as Registration;

/** The parsed body of a POST. */
export const makeNewRegistration = (fields: Plain<NewRegistration> = {}) =>
  ({ ...UNION_FROM_2021, ...fields }) as NewRegistration;

/** An account's registrations, numbered as given. */
export const makeRegistrations = (...items: readonly Registration[]): Registrations => ({
  version: items.length,
  last_id: Math.max(0, ...items.map(({ id }) => id)),
  items,
});
