import { DatedProfile, UNDESCRIBED } from "../accounts/profile.ts";
import { profileKey } from "../table/keys.ts";
import { loadVersioned, updateVersioned, type VersionedItem } from "./versioned-item.ts";

const ITEM: VersionedItem<DatedProfile> = {
  key: profileKey,
  schema: DatedProfile,
  empty: UNDESCRIBED,
  kind: "profile",
  name: "establishments",
};

/** The account's profile with all its rows, read strongly; an empty one before the first PUT. */
export const loadProfile = (account: string): Promise<DatedProfile> => loadVersioned(ITEM, account);

/**
 * Replaces the profile by what `decide` makes of it; see updateVersioned.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updateProfile = (
  account: string,
  decide: (profile: DatedProfile) => DatedProfile,
): Promise<DatedProfile> => updateVersioned(ITEM, account, decide);
