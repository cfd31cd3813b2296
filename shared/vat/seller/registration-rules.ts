import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import type { Fault } from "../../core/errors/errors.ts";
import type { PartOf } from "../../core/input/fields.ts";
import {
  isIossIntermediaryNumber,
  isIossNumber,
  isNonUnionNumber,
  isUnionVatNumber,
  type MemberStateCode,
  memberStateOf,
} from "../reference-data/member-states.ts";
import { isOfAnother, normalized } from "./identifier.ts";
import { overlap } from "./in-force.ts";
import { type Profile, type ProfileHistory, profileOn } from "./profile.ts";
import type { Registration, SchemeType } from "./registration.ts";

/** A registration before it is stored: the only type with complete identifiers. */
export type RegistrationDraft = Omit<Registration, "id"> & {
  readonly vat_registration_number?: string | undefined;
  readonly ioss_intermediary_number?: string | undefined;
};

type PartOfDraft = PartOf<RegistrationDraft>;

/**
 * Returns every violated cross-field rule of `draft`. A rule that needs an absent field is skipped, so that the rules
 * run even when other fields are malformed.
 */
export const registrationFaults = (draft: PartOfDraft): Fault[] => [
  ...stateFaults(draft),
  ...numberFaults(draft),
  ...maskFaults(draft),
  ...importOnlyFaults(draft),
  ...windowFaults(draft),
];

/**
 * Rejects XI in the non-Union scheme: Northern Ireland is a Member State for goods only, and the scheme is for
 * services.
 */
function stateFaults({ scheme_type, member_state_identification }: PartOfDraft): Fault[] {
  if (scheme_type !== "non_union_oss" || member_state_identification !== "XI") return [];
  const message = "XI takes part in the schemes for goods only, not in non_union_oss";
  return [{ field: "member_state_identification", message }];
}

type NumberRule = {
  readonly fits: (state: MemberStateCode, number: string) => boolean;
  readonly form: string;
};

/** The number formats of Implementing Regulation (EU) 2020/194, Annex I, notes a to c. */
const NUMBER_RULES: Readonly<Record<SchemeType, NumberRule>> = {
  union_oss: {
    fits: isUnionVatNumber,
    form: "a VAT number with the prefix, length and characters of those of",
  },
  non_union_oss: { fits: isNonUnionNumber, form: "EU, three digits of the state and six more, of" },
  ioss: { fits: isIossNumber, form: "IM, three digits of the state and seven more, of" },
};

const INTERMEDIARY_RULE: NumberRule = {
  fits: isIossIntermediaryNumber,
  form: "IN, three digits of the state and seven more, of",
};

/** True if a complete number with its prefix has the format of the scheme's numbers in that state. */
export const isNumberOf = (scheme: SchemeType, state: MemberStateCode, number: string): boolean =>
  NUMBER_RULES[scheme].fits(state, normalized(number));

function numberFaults(draft: PartOfDraft): Fault[] {
  const { scheme_type, member_state_identification: state } = draft;
  if (!scheme_type || !state) return [];
  const isImport = scheme_type === "ioss";
  return [
    ...misfit(draft, "vat_registration_number", NUMBER_RULES[scheme_type], state),
    ...(isImport ? misfit(draft, "ioss_intermediary_number", INTERMEDIARY_RULE, state) : []),
  ];
}

function misfit(
  draft: PartOfDraft,
  field: "vat_registration_number" | "ioss_intermediary_number",
  { fits, form }: NumberRule,
  state: MemberStateCode,
): Fault[] {
  const number = draft[field];
  if (number === undefined || fits(state, normalized(number))) return [];
  return [{ field, message: `must be ${form} ${state}` }];
}

const MASKS = ["vat_registration_number_masked", "ioss_intermediary_number_masked"] as const;

/** Rejects a stored number of another Member State. A patch of the Member State therefore needs a new number. */
const maskFaults = (draft: PartOfDraft): Fault[] =>
  MASKS.filter((field) => isOfAnother(draft.member_state_identification, draft[field])).map(
    (field) => ({
      field,
      message: `is of another Member State than ${draft.member_state_identification}: give the number of that one, or clear it`,
    }),
  );

const IMPORT_ONLY = [
  "ioss_intermediary_name",
  "ioss_intermediary_number",
  "ioss_intermediary_number_masked",
] as const;

/** Rejects intermediaries outside the import scheme (Art. 369l(2) VAT Directive). */
const importOnlyFaults = (draft: PartOfDraft): Fault[] =>
  draft.scheme_type === undefined || draft.scheme_type === "ioss"
    ? []
    : IMPORT_ONLY.filter((field) => draft[field] !== undefined).map((field) => ({
        field,
        message: "is for ioss registrations only",
      }));

function windowFaults({ effective_from, effective_to, status }: PartOfDraft): Fault[] {
  const field = "effective_to";
  if (effective_to === undefined) {
    return status === "ended" ? [{ field, message: "is required when status is ended" }] : [];
  }
  return effective_from !== undefined && effective_to < effective_from
    ? [{ field, message: "must not be before effective_from" }]
    : [];
}

/** A registration that the law does not allow for the business of the profile. */
export const RegistrationHint = z
  .strictObject({
    code: z
      .enum(["registration_elsewhere", "non_union_established_in_union", "intermediary_required"])
      .describe(
        "Code of the hint. `registration_elsewhere`: another Member State identifies the business in the Union scheme (Art. 369a). `non_union_established_in_union`: a business with an establishment in the Union has no non-Union scheme (Art. 358a). `intermediary_required`: a business outside the Union needs an intermediary for the import scheme (Art. 369m)",
      ),
    registration_id: z.int(),
    message: z.string(),
  })
  .meta({ id: "RegistrationHint" });
type RegistrationHint = z.output<typeof RegistrationHint>;

/** The days for which registrations are judged; without a last day from the first one on. */
type JudgedDays = { readonly from: IsoDate; readonly to?: IsoDate | undefined };

/**
 * Returns the hints at registrations of these days. Each registration is judged by the profile of its first day among
 * them. These are hints and no errors, because the profile may be wrong, or entered after the registration.
 */
export const registrationHints = (
  registrations: readonly Registration[],
  profile: ProfileHistory,
  { from, to }: JudgedDays,
): RegistrationHint[] =>
  registrations
    .filter(({ status }) => status !== "excluded")
    .filter((row) => overlap(row, { effective_from: from, effective_to: to }))
    .flatMap((registration) => {
      const { id, effective_from } = registration;
      const day = effective_from > from ? effective_from : from;
      const found = HINTS[registration.scheme_type](registration, profileOn(profile, day), day);
      return found ? [{ ...found, registration_id: id }] : [];
    });

type Hint = Omit<RegistrationHint, "registration_id">;
type Judge = (registration: Registration, profile: Profile, day: IsoDate) => Hint | undefined;

const HINTS: Readonly<Record<Registration["scheme_type"], Judge>> = {
  union_oss: registeredElsewhere,
  non_union_oss: establishedInUnion,
  ioss: withoutIntermediary,
};

function registeredElsewhere(
  { id, member_state_identification: state }: Registration,
  profile: Profile,
  day: IsoDate,
): Hint | undefined {
  const states = identifyingStates(profile);
  if (states.length === 0 || states.includes(state)) return undefined;
  const message = `registration ${id} is in ${state}, but on ${day} ${states.join(" or ")} identifies the business: where its seat is, or an establishment when the seat is outside the Union (Art. 369a)`;
  return { code: "registration_elsewhere", message };
}

/**
 * Returns the Member States of identification (Art. 369a(2)): that of the seat, or those of fixed establishments of a
 * business without a seat in the Union. Without either, any Member State of dispatch is possible, so none is returned.
 */
function identifyingStates({ establishment_country, fixed_establishments }: Profile): string[] {
  const seat = memberStateOf(establishment_country ?? "");
  if (seat) return [seat.code];
  return establishment_country === undefined
    ? []
    : fixed_establishments.map(({ country }) => country);
}

/** Finds a non-Union registration of a business that is established in the Union. XI counts for goods only. */
function establishedInUnion(
  { id }: Registration,
  profile: Profile,
  day: IsoDate,
): Hint | undefined {
  const states = unionStates(profile).filter((state) => !memberStateOf(state)?.goods_only);
  if (states.length === 0) return undefined;
  const message = `registration ${id} is in the non-Union scheme, but on ${day} the business is established in ${states.join(", ")}: that scheme is for businesses without any establishment in the Union (Art. 358a(1)); its services to consumers belong in the Union scheme`;
  return { code: "non_union_established_in_union", message };
}

/**
 * Third countries whose sellers need no intermediary, because an agreement on mutual assistance covers them: Norway
 * (Implementing Decision (EU) 2021/942).
 */
const WITH_MUTUAL_ASSISTANCE: ReadonlySet<string> = new Set(["NO"]);

function withoutIntermediary(
  registration: Registration,
  profile: Profile,
  day: IsoDate,
): Hint | undefined {
  const { id, ioss_intermediary_name, ioss_intermediary_number_masked } = registration;
  const seat = profile.establishment_country;
  if (seat === undefined || WITH_MUTUAL_ASSISTANCE.has(seat) || unionStates(profile).length > 0) {
    return undefined;
  }
  if (ioss_intermediary_name || ioss_intermediary_number_masked) return undefined;
  const message = `registration ${id} is in the import scheme without an intermediary, but on ${day} the business is established in ${seat} alone: it may use the scheme only through an intermediary established in the Union (Art. 369m(1)(b)). Enter ioss_intermediary_name and ioss_intermediary_number`;
  return { code: "intermediary_required", message };
}

/** Returns the Member States of the seat and of fixed establishments. */
const unionStates = ({ establishment_country, fixed_establishments }: Profile): string[] =>
  [establishment_country, ...fixed_establishments.map(({ country }) => country)].flatMap(
    (country) => memberStateOf(country ?? "")?.code ?? [],
  );
