import { changeProfile } from "../accounts/change.ts";
import type { DatedProfile } from "../accounts/profile.ts";
import type { NewProfile } from "../accounts/requests.ts";
import type { Author } from "../changes/setting-change.ts";
import { updatePlacingProfile } from "../store/account-profiles.ts";
import { announceRecount } from "../store/recount-queue.ts";

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
  if (followed) await announceRecount(account);
  return value;
}
