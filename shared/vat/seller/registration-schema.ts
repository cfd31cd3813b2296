import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { withRules } from "../../core/input/cross-field-rules.ts";
import { Name } from "../../core/input/name.ts";
import { MemberStateCode } from "../reference-data/schema.ts";
import { Identifier, MaskedIdentifier } from "./identifier.ts";
import { RegistrationStatus, SchemeType } from "./registration.ts";
import { registrationFaults } from "./registration-rules.ts";

const IDENTIFIERS = ["vat_registration_number", "ioss_intermediary_number"] as const;

/** Whole and masked form at once could contradict each other. */
const twoFormsFaults = (given: Partial<Record<string, unknown>>): Fault[] =>
  IDENTIFIERS.filter(
    (field) => given[field] !== undefined && given[`${field}_masked`] !== undefined,
  ).map((field) => ({ field: `${field}_masked`, message: `must not come with ${field}` }));

/** POST /v1/tax-registrations. Rules between fields are told together with misshapen fields. */
export const NewRegistration = withRules(
  z.strictObject({
    scheme_type: SchemeType,
    member_state_identification: MemberStateCode,
    vat_registration_number: Identifier.optional(),
    vat_registration_number_masked: MaskedIdentifier.optional(),
    ioss_intermediary_name: Name.optional(),
    ioss_intermediary_number: Identifier.optional(),
    ioss_intermediary_number_masked: MaskedIdentifier.optional(),
    effective_from: IsoDate,
    effective_to: IsoDate.optional(),
    status: RegistrationStatus,
  }),
  (draft) => [...twoFormsFaults(draft), ...registrationFaults(draft)],
).meta({ id: "NewTaxRegistration" });
export type NewRegistration = z.output<typeof NewRegistration>;

/** An optional field of a PATCH: the empty string clears it. */
const clearable = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal(""), schema], "must be a text; an empty one clears the field").optional();

/**
 * PATCH /v1/tax-registrations/{id}. An omitted field keeps its value. `scheme_type` may be repeated
 * but not changed. The rules between fields apply to the registration that results.
 */
export const RegistrationPatch = withRules(
  z.strictObject({
    scheme_type: SchemeType.optional(),
    member_state_identification: MemberStateCode.optional(),
    vat_registration_number: clearable(Identifier),
    vat_registration_number_masked: clearable(MaskedIdentifier),
    ioss_intermediary_name: clearable(Name),
    ioss_intermediary_number: clearable(Identifier),
    ioss_intermediary_number_masked: clearable(MaskedIdentifier),
    effective_from: IsoDate.optional(),
    effective_to: clearable(IsoDate),
    status: RegistrationStatus.optional(),
  }),
  twoFormsFaults,
).meta({ id: "TaxRegistrationPatch" });
export type RegistrationPatch = z.output<typeof RegistrationPatch>;
