import type { Profile } from "../accounts/profile.ts";
import { saveProfile } from "../store/account-profiles.ts";
import { announceRecount } from "../store/recount-queue.ts";

/**
 * Replaces the account's profile, and has placed anew what it places elsewhere.
 * @throws DomainError `not_ready`
 */
export async function changeProfile(account: string, profile: Profile, now: Date): Promise<void> {
  if (await saveProfile(account, profile, now)) await announceRecount(account);
}
