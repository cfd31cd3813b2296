import type { Author } from "../../accounts/setting-changes.ts";
import { accountQueue, tryEnqueue } from "../../platform/queues/queues.ts";
import { changeProfile } from "../../vat/seller/change-profile.ts";
import type { DatedProfile } from "../../vat/seller/profile.ts";
import type { NewProfile } from "../../vat/seller/profile-schema.ts";
import type { Registrations } from "../../vat/seller/registration.ts";
import { updatePlacingProfile, updateRegistrations } from "./store-settings.ts";

/**
 * Replaces the account's registrations by the result of `decide`, and recounts the events that now lie in another
 * segment of their period.
 * @throws DomainError `not_ready`, and the errors of `decide`.
 */
export async function changeRegistrations(
  account: string,
  decide: (all: Registrations) => Registrations,
  author: Author,
): Promise<Registrations> {
  const { value, followed } = await updateRegistrations(account, decide, author);
  if (followed) await tryEnqueue(accountQueue("recounts"), [{ account }]);
  return value;
}

/**
 * Adds the profile of a request to the account's profile, and recounts the events that it places differently.
 * @throws DomainError `invalid_request`, `not_ready`
 */
export async function replaceProfile(
  account: string,
  request: NewProfile,
  author: Author,
): Promise<DatedProfile> {
  const decide = (present: DatedProfile) => changeProfile(present, request, author.now);
  const { value, followed } = await updatePlacingProfile(account, decide, author);
  if (followed) await tryEnqueue(accountQueue("recounts"), [{ account }]);
  return value;
}
