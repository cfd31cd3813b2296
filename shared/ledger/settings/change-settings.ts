import type { Author } from "../../accounts/setting-changes.ts";
import { accountQueue, tryEnqueue } from "../../platform/queues/queues.ts";
import { changeProfile } from "../../vat/seller/change-profile.ts";
import type { DatedProfile } from "../../vat/seller/profile.ts";
import type { NewProfile } from "../../vat/seller/profile-schema.ts";
import type { Registrations } from "../../vat/seller/registration.ts";
import { updatePlacingProfile, updateRegistrations } from "./store-settings.ts";

/**
 * Replaces the account's registrations by what `decide` makes of them, and has moved what lies
 * in another segment of its period since.
 * @throws DomainError `not_ready`, and what `decide` refuses.
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
 * Takes what a request says into the account's profile, and has placed anew what it places elsewhere.
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
