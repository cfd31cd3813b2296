import * as z from "zod";
import { type Author, changedFields, changedRows } from "../../accounts/setting-changes.ts";
import { appendedChange } from "../../accounts/store-setting-changes.ts";
import { ALL_DAYS } from "../../core/calendar/iso-date.ts";
import { getTogether } from "../../platform/dynamodb/read.ts";
import {
  loadVersioned,
  type Updated,
  updateFollowed,
  updateVersioned,
  type VersionedItem,
  valueIn,
} from "../../platform/dynamodb/versioned-item.ts";
import { PROFILE_ITEM, REGISTRATIONS_ITEM } from "../../platform/table/items.ts";
import { profileKey, registrationsKey } from "../../platform/table/keys.ts";
import { boundariesOf, changedDays } from "../../vat/schemes/registration-segments.ts";
import { DatedProfile, UNDESCRIBED } from "../../vat/seller/profile.ts";
import {
  NO_REGISTRATIONS,
  Registration,
  type Registrations,
} from "../../vat/seller/registration.ts";
import { placesDiffer } from "../events/classification.ts";
import { UNDER_WAY_MS } from "../recount/recount-state.ts";
import { recountAfter } from "../recount/store-recounts.ts";

const PROFILE: VersionedItem<DatedProfile> = {
  key: profileKey,
  schema: DatedProfile,
  empty: UNDESCRIBED,
  definition: PROFILE_ITEM,
  name: "establishments",
};

/** The account's profile with all its rows, read strongly; an empty one before the first PUT. */
export const loadProfile = (account: string): Promise<DatedProfile> =>
  loadVersioned(PROFILE, account);

/** The profile in what stands at its key. */
export const profileIn = (found: object | undefined): DatedProfile => valueIn(PROFILE, found);

/**
 * Replaces the profile by what `decide` makes of it, for a caller who has placed all supplies by it;
 * see updateVersioned. Who did what when is added to the account's changes.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updateProfile = (
  account: string,
  decide: (profile: DatedProfile) => DatedProfile,
  author: Author,
): Promise<DatedProfile> => updateVersioned(PROFILE, account, decide, changedBy(author));

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
  return updateFollowed(PROFILE, account, decide, {
    follower: recountAfter((before: DatedProfile, changed) =>
      placesDiffer(before, changed) ? request : undefined,
    ),
    appended: changedBy(author),
  });
};

const REGISTRATIONS: VersionedItem<Registrations> = {
  key: registrationsKey,
  schema: z.object({ version: z.int(), last_id: z.int(), items: z.array(Registration) }),
  empty: NO_REGISTRATIONS,
  definition: REGISTRATIONS_ITEM,
  name: "registrations",
};

/** All registrations of the account, as they are at this moment. */
export const loadRegistrations = (account: string): Promise<Registrations> =>
  loadVersioned(REGISTRATIONS, account);

/** The registrations in what stands at their key. */
export const registrationsIn = (found: object | undefined): Registrations =>
  valueIn(REGISTRATIONS, found);

/**
 * Replaces the account's registrations by what `decide` makes of them; see updateVersioned. Where a
 * registration begins or ends elsewhere than before, a recount is asked for in the same transaction.
 * Who did what when is added to the account's changes.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updateRegistrations = (
  account: string,
  decide: (all: Registrations) => Registrations,
  { now, key_id }: Author,
) =>
  updateFollowed(REGISTRATIONS, account, decide, {
    follower: recountAfter((before: Registrations, changed) => {
      const days = changedDays(boundariesOf(before.items), boundariesOf(changed.items));
      return days && { days, now: now.getTime(), under_way_ms: UNDER_WAY_MS };
    }),
    appended: appendedChange<Registrations>("registrations", changedRows, { now, key_id }),
  });

/** Who sells, and under what: what places the supplies of an account. */
type AccountSettings = { readonly profile: DatedProfile; readonly registrations: Registrations };

/** Reads them strongly, in one call (docs/decisions/0214). */
export async function loadAccountSettings(account: string): Promise<AccountSettings> {
  const keys = [profileKey(account), registrationsKey(account)] as const;
  const found = await getTogether(keys);
  return { profile: profileIn(found(keys[0])), registrations: registrationsIn(found(keys[1])) };
}
