import * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { memberStateOf } from "../reference-data/member-states.ts";
import { overlap } from "./in-force.ts";
import { type Profile, type ProfileHistory, profileOn } from "./profile.ts";
import type { Registration } from "./registration.ts";

/** A registration that the law does not allow for the business of the profile. */
export const RegistrationHint = z
  .strictObject({
    code: z
      .enum(["registration_elsewhere", "non_union_established_in_union", "intermediary_required"])
      .describe(
        "`registration_elsewhere`: another Member State identifies the business in the Union scheme (Art. 369a). `non_union_established_in_union`: a business with an establishment in the Union has no non-Union scheme (Art. 358a). `intermediary_required`: a business outside the Union needs an intermediary for the import scheme (Art. 369m)",
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
  const message = `registration ${id} is in the import scheme without an intermediary, but on ${day} the business is established in ${seat} alone: it may use the scheme only through an intermediary established in the Union (Art. 369m(1)(c)). Enter ioss_intermediary_name and ioss_intermediary_number`;
  return { code: "intermediary_required", message };
}

/** Returns the Member States of the seat and of fixed establishments. */
const unionStates = ({ establishment_country, fixed_establishments }: Profile): string[] =>
  [establishment_country, ...fixed_establishments.map(({ country }) => country)].flatMap(
    (country) => memberStateOf(country ?? "")?.code ?? [],
  );
