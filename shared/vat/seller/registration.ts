import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { MEMBER_STATES } from "../reference-data/member-states.ts";
import { VatNumberWarning } from "./identifier.ts";

/** Union (Art. 369a ff.), non-Union (Art. 358a ff.) and import scheme (Art. 369l ff. VAT Directive). */
export const SchemeType = z.enum(
  ["union_oss", "non_union_oss", "ioss"],
  "must be union_oss, non_union_oss or ioss",
);
export type SchemeType = z.output<typeof SchemeType>;

/** The status of a registration; `excluded` retires an outdated or duplicate row, which is then ignored. */
export const RegistrationStatus = z.enum(
  ["active", "pending", "ended", "excluded"],
  "must be active, pending, ended or excluded",
);

/** A scheme registration as stored: identifiers are masked, unset fields absent. */
export const Registration = z.strictObject({
  id: z.int().positive(),
  scheme_type: SchemeType,
  member_state_identification: z.enum(MEMBER_STATES.map(({ code }) => code)),
  vat_registration_number_masked: z.string().optional(),
  vat_registration_number_warning: VatNumberWarning.optional(),
  ioss_intermediary_name: z.string().optional(),
  ioss_intermediary_number_masked: z.string().optional(),
  effective_from: IsoDate,
  effective_to: IsoDate.optional(),
  status: RegistrationStatus,
});
export type Registration = Readonly<z.output<typeof Registration>>;

/** A registration in answers. The specification leaves its own unset fields out; the warning is an addition. */
export const RegistrationView = Registration.extend({
  vat_registration_number_warning: VatNumberWarning.nullable(),
}).meta({ id: "TaxRegistration" });

export const registrationView = (
  registration: Registration,
): z.output<typeof RegistrationView> => ({
  ...registration,
  vat_registration_number_warning: registration.vat_registration_number_warning ?? null,
});

/** The id in a path. A text that is no id becomes 0, which no registration has, as ids count from 1. */
export const RegistrationPath = z.strictObject({
  id: z.string().transform((id) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0)),
});

/** All registrations of an account. They are read and written as one item, so that none can overlap. */
export type Registrations = {
  /** The number of writes so far; a write is conditional on the version that it read. */
  readonly version: number;
  /** The highest id so far. Ids count from 1 and are never reused. */
  readonly last_id: number;
  readonly items: readonly Registration[];
};

export const NO_REGISTRATIONS: Registrations = { version: 0, last_id: 0, items: [] };
