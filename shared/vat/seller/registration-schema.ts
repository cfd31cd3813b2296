import * as z from "zod";
import type { IsoDate as Day } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { Name, withRules } from "../../core/input/fields.ts";
import { cursorAt, cursorParam, OptionalLimit } from "../../core/input/pagination.ts";
import { MemberStateCode } from "../reference-data/schema.ts";
import { Identifier, MaskedIdentifier } from "./identifier.ts";
import {
  type Registration,
  RegistrationStatus,
  RegistrationView,
  registrationView,
  SchemeType,
} from "./registration.ts";
import { registrationFaults } from "./registration-rules.ts";

const IDENTIFIERS = ["vat_registration_number", "ioss_intermediary_number"] as const;

/** Rejects an identifier in both complete and masked form, because the two could contradict each other. */
const twoFormsFaults = (given: Partial<Record<string, unknown>>): Fault[] =>
  IDENTIFIERS.filter(
    (field) => given[field] !== undefined && given[`${field}_masked`] !== undefined,
  ).map((field) => ({ field: `${field}_masked`, message: `must not come with ${field}` }));

/** Body of POST /v1/tax-registrations. Cross-field faults are reported together with malformed fields. */
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
).meta({ id: "TaxRegistrationRequest" });
export type NewRegistration = z.output<typeof NewRegistration>;

/** An optional field of a PATCH: the empty string clears it. */
const clearable = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal(""), schema], "must be a text; an empty one clears the field").optional();

/**
 * Body of PATCH /v1/tax-registrations/{id}. An omitted field retains its value. `scheme_type` may be repeated but not
 * changed. The cross-field rules apply to the resulting registration.
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

const LIST = "tax-registrations";

export const RegistrationListQuery = z.strictObject({
  limit: OptionalLimit,
  cursor: cursorParam(LIST, z.tuple([IsoDate, z.int().positive()])),
});
export type RegistrationListQuery = z.output<typeof RegistrationListQuery>;

export const RegistrationList = z
  .strictObject({ items: z.array(RegistrationView), next_cursor: z.string().nullable() })
  .meta({ id: "TaxRegistrationList" });
export type RegistrationList = z.output<typeof RegistrationList>;

/** Returns a page of the registrations, ordered by first day and then by id, both descending. */
export function registrationPage(
  registrations: readonly Registration[],
  { limit, cursor }: RegistrationListQuery,
): RegistrationList {
  const sorted = registrations
    .toSorted((one, other) => compare(rankOf(one), rankOf(other)))
    .filter((row) => !cursor || compare(rankOf(row), cursor) > 0);
  const items = sorted.slice(0, limit);
  const last = sorted.length > items.length ? items.at(-1) : undefined;
  return {
    items: items.map(registrationView),
    next_cursor: last ? cursorAt(LIST, rankOf(last)) : null,
  };
}

type Rank = readonly [effective_from: Day, id: number];

const rankOf = ({ effective_from, id }: Registration): Rank => [effective_from, id];

const compare = ([day, id]: Rank, [otherDay, otherId]: Rank): number =>
  day === otherDay ? otherId - id : day < otherDay ? 1 : -1;
