import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { memberStateOf } from "../../vat/reference-data/member-states.ts";
import { type Profile, type ProfileHistory, profileOn } from "../../vat/seller/profile.ts";
import type { Registration } from "../../vat/seller/registration.ts";

/** A registration in a Member State that does not identify the business. */
type Elsewhere = {
  readonly code: "registration_elsewhere";
  readonly registration_id: number;
  readonly message: string;
};

/**
 * The Union registrations of today or later whose Member State is not the one that identifies the
 * business by its profile of that day. A hint and no refusal: the profile may be what is wrong.
 */
export const registrationsElsewhere = (
  registrations: readonly Registration[],
  profile: ProfileHistory,
  today: IsoDate,
): Elsewhere[] =>
  registrations
    .filter(({ status }) => status === "active" || status === "pending")
    .filter(({ effective_to }) => effective_to === undefined || effective_to >= today)
    .flatMap((registration) => {
      const { id, member_state_identification: state, effective_from } = registration;
      const day = effective_from > today ? effective_from : today;
      const states = identifyingStates(profileOn(profile, day));
      if (states.length === 0 || states.includes(state)) return [];
      const message = `registration ${id} is in ${state}, but on ${day} ${states.join(" or ")} identifies the business: where its seat is, or an establishment when the seat is outside the Union (Art. 369a)`;
      return [{ code: "registration_elsewhere", registration_id: id, message }];
    });

/**
 * Art. 369a(2): the Member State of the seat; of a business without one in the Union, a Member State
 * where it has a fixed establishment. Without either any state of dispatch may do, so none is named.
 */
function identifyingStates({ establishment_country, fixed_establishments }: Profile): string[] {
  const seat = memberStateOf(establishment_country ?? "");
  if (seat) return [seat.code];
  return establishment_country === undefined
    ? []
    : fixed_establishments.map(({ country }) => country);
}
