import * as z from "zod";
import { NO_PROFILE, Profile } from "../accounts/profile.ts";
import { ALL_DAYS } from "../ledger/listing.ts";
import { placesDiffer } from "../ledger/placement.ts";
import { UNDER_WAY_MS } from "../ledger/recount-state.ts";
import { profileKey } from "../table/keys.ts";
import { recountAfter } from "./recounts.ts";
import { loadVersioned, updateFollowed, type VersionedItem } from "./versioned-item.ts";

type StoredProfile = Profile & { readonly version: number };

const ITEM: VersionedItem<StoredProfile> = {
  key: profileKey,
  schema: Profile.extend({ version: z.int().default(0) }),
  empty: { ...NO_PROFILE, version: 0 },
  kind: "profile",
  name: "profile",
};

/** The account's profile, read strongly; an empty one before the first PUT. */
export async function loadProfile(account: string): Promise<Profile> {
  const { version, ...profile } = await loadVersioned(ITEM, account);
  return profile;
}

/**
 * Replaces the whole profile; of two at once, the later one stands. Where it places supplies
 * elsewhere, a recount of all is asked for in the same transaction. Answers whether one was.
 * @throws DomainError `not_ready`
 */
export async function saveProfile(account: string, profile: Profile, now: Date): Promise<boolean> {
  const request = { days: ALL_DAYS, now: now.getTime(), under_way_ms: UNDER_WAY_MS };
  const { followed } = await updateFollowed(
    ITEM,
    account,
    ({ version }) => ({ ...profile, version }),
    recountAfter((before: StoredProfile, changed) =>
      placesDiffer(before, changed) ? request : undefined,
    ),
  );
  return followed;
}
