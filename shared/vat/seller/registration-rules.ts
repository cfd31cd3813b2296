import type { Fault } from "../../core/errors/errors.ts";
import type { PartOf } from "../../core/input/cross-field-rules.ts";
import {
  isIossIntermediaryNumber,
  isIossNumber,
  isNonUnionNumber,
  isUnionVatNumber,
  type MemberStateCode,
} from "../reference-data/member-states.ts";
import { isOfAnother, normalized } from "./identifier.ts";
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
  union_oss: { fits: isUnionVatNumber, form: "a VAT number with the country prefix of" },
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
