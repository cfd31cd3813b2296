import { isPerson } from "../../accounts/keys.ts";
import type { Author } from "../../accounts/setting-changes.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { accountQueue, tryEnqueue } from "../../platform/queues/queues.ts";
import { changeProfile } from "../../vat/seller/change-settings.ts";
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
  ledger: LedgerId,
  decide: (all: Registrations) => Registrations,
  author: Author,
): Promise<Registrations> {
  const { value, followed } = await updateRegistrations(ledger, decide, author);
  if (followed) await tryEnqueue(accountQueue("recounts"), [{ account: ledger }]);
  return value;
}

/**
 * Adds the profile of a request to the account's profile, and recounts the events that it places differently.
 * @throws DomainError `invalid_request`, `not_ready`, `insufficient_scope` if a key changes the rule of the second person
 */
export async function replaceProfile(
  ledger: LedgerId,
  request: NewProfile,
  author: Author,
): Promise<DatedProfile> {
  const decide = (present: DatedProfile) => {
    const changed = changeProfile(present, request, author.now);
    rejectKey(present, changed, author);
    return changed;
  };
  const { value, followed } = await updatePlacingProfile(ledger, decide, author);
  if (followed) await tryEnqueue(accountQueue("recounts"), [{ account: ledger }]);
  return value;
}

/**
 * Rejects a key that switches the rule of the second person: it could switch it off, lock, and switch it on again. An account
 * that no person opens could never lock again.
 */
function rejectKey(before: DatedProfile, after: DatedProfile, { key_id }: Author): void {
  const { lock_requires_second_person: was = false } = before;
  const { lock_requires_second_person: is = false } = after;
  if (was === is || key_id === null || isPerson({ key_id })) return;
  const message =
    "lock_requires_second_person is changed by an owner who has signed in, not by a key";
  throw new DomainError("insufficient_scope", message);
}
