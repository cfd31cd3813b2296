import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { addRegistration, changeProfile } from "../../shared/vat/seller/change-settings.ts";
import { type DatedProfile, UNDESCRIBED } from "../../shared/vat/seller/profile.ts";
import { NewProfile } from "../../shared/vat/seller/profile-schema.ts";
import type { Registrations } from "../../shared/vat/seller/registration.ts";
import { NewRegistration } from "../../shared/vat/seller/registration-schema.ts";
import { FIXED_ESTABLISHMENT, SEAT } from "./catalogue.ts";

/** The profile of the demo. Its numbers are invented: they have a valid form, and only their masks are stored. */
const PROFILE = {
  display_name: "Demo AB",
  establishment_country: SEAT,
  fixed_establishments: [{ country: FIXED_ESTABLISHMENT, vat_number: "FR11123456782" }],
};

/** The first days of the registrations. */
type Beginnings = { readonly union: IsoDate; readonly imports: IsoDate };

/** Registered from the first period with events on: earlier returns would be overdue. */
const registrationsFrom = ({ union, imports }: Beginnings) => [
  {
    scheme_type: "union_oss",
    member_state_identification: SEAT,
    vat_registration_number: "SE556000123101",
    effective_from: union,
    status: "active",
  },
  {
    scheme_type: "ioss",
    member_state_identification: SEAT,
    vat_registration_number: "IM7520000123",
    effective_from: imports,
    status: "active",
  },
];

/** Returns the profile of the demo account, built like a PUT request. */
export const demoProfile = (now: Date): DatedProfile =>
  changeProfile(UNDESCRIBED, NewProfile.parse(PROFILE), now);

/** Adds the registrations of the demo; an account that already has registrations keeps them. */
export const withDemoRegistrations =
  (from: Beginnings) =>
  (all: Registrations): Registrations =>
    all.items.length > 0
      ? all
      : registrationsFrom(from)
          .map((registration) => NewRegistration.parse(registration))
          .reduce(addRegistration, all);
