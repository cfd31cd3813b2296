import type { AccountProfile } from "../../../client/src/eu-vat-client.ts";

/** Returns the fields of the profile. A PUT replaces the whole profile, so unedited fields are sent unchanged. */
export const unchanged = (profile: AccountProfile) => ({
  establishment_country: profile.establishment_country ?? "",
  fixed_establishments: profile.fixed_establishments.map(({ country, vat_number_masked }) => ({
    country,
    ...(vat_number_masked ? { vat_number_masked } : {}),
  })),
  entered_turnover: profile.entered_turnover,
  lock_requires_ready: profile.lock_requires_ready,
  lock_requires_second_person: profile.lock_requires_second_person,
  valid_from: profile.valid_from,
  ...(profile.display_name ? { display_name: profile.display_name } : {}),
});
