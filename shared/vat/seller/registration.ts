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

/** `excluded` retires a stale or duplicate row: it counts for nothing any more. */
export const RegistrationStatus = z.enum(
  ["active", "pending", "ended", "excluded"],
  "must be active, pending, ended or excluded",
);

/** A scheme registration as it is kept and shown: identifiers are masked, unset fields absent. */
export const Registration = z
  .strictObject({
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
  })
  .meta({ id: "TaxRegistration" });
export type Registration = Readonly<z.output<typeof Registration>>;

/** What is no registration id is no registration: 0 stands for it, as ids count from 1. */
export const RegistrationPath = z.strictObject({
  id: z.string().transform((id) => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0)),
});

/** All registrations of an account. They are read and written as one, so that no two can overlap. */
export type Registrations = {
  /** The number of writes so far; a write names the one it has seen. */
  readonly version: number;
  /** Ids count from 1 and are never used twice. */
  readonly last_id: number;
  readonly items: readonly Registration[];
};

export const NO_REGISTRATIONS: Registrations = { version: 0, last_id: 0, items: [] };
