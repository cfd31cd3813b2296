import { changedFields } from "../../accounts/difference.ts";
import type { Author } from "../../accounts/setting-changes.ts";
import { appendedChange } from "../../accounts/store-setting-changes.ts";
import { ALL_DAYS } from "../../core/calendar/iso-date.ts";
import {
  loadVersioned,
  type Updated,
  updateFollowed,
  updateVersioned,
  type VersionedItem,
  valueIn,
} from "../../platform/dynamodb/versioned-item.ts";
import { profileKey } from "../../platform/table/keys.ts";
import { DatedProfile, UNDESCRIBED } from "../../vat/seller/profile.ts";
import { placesDiffer } from "../events/classification.ts";
import { UNDER_WAY_MS } from "../recount/recount-state.ts";
import { recountAfter } from "../recount/store-recounts.ts";

const ITEM: VersionedItem<DatedProfile> = {
  key: profileKey,
  schema: DatedProfile,
  empty: UNDESCRIBED,
  kind: "profile",
  name: "establishments",
};

/** The account's profile with all its rows, read strongly; an empty one before the first PUT. */
export const loadProfile = (account: string): Promise<DatedProfile> => loadVersioned(ITEM, account);

/** The profile in what stands at its key. */
export const profileIn = (found: object | undefined): DatedProfile => valueIn(ITEM, found);

/**
 * Replaces the profile by what `decide` makes of it, for a caller who has placed all supplies by it;
 * see updateVersioned. Who did what when is added to the account's changes.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updateProfile = (
  account: string,
  decide: (profile: DatedProfile) => DatedProfile,
  author: Author,
): Promise<DatedProfile> => updateVersioned(ITEM, account, decide, changedBy(author));

const changedBy = (author: Author) => appendedChange("profile", changedFields, author);

/**
 * The same for everybody else: where it places supplies elsewhere, a recount of all is asked for in
 * the same transaction. Answers whether one was.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updatePlacingProfile = (
  account: string,
  decide: (profile: DatedProfile) => DatedProfile,
  author: Author,
): Promise<Updated<DatedProfile>> => {
  const request = { days: ALL_DAYS, now: author.now.getTime(), under_way_ms: UNDER_WAY_MS };
  return updateFollowed(ITEM, account, decide, {
    follower: recountAfter((before: DatedProfile, changed) =>
      placesDiffer(before, changed) ? request : undefined,
    ),
    appended: changedBy(author),
  });
};
