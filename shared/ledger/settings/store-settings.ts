import * as z from "zod";
import { type Author, changedFields, changedRows } from "../../accounts/setting-changes.ts";
import { appendedChange } from "../../accounts/store-setting-changes.ts";
import { ALL_DAYS, type Period } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { getTogether } from "../../platform/dynamodb/client.ts";
import {
  loadVersioned,
  type Updated,
  updateFollowed,
  updateVersioned,
  type VersionedItem,
  valueIn,
} from "../../platform/dynamodb/versioned-item.ts";
import { PROFILE_ITEM, REGISTRATIONS_ITEM } from "../../platform/table/items.ts";
import { profileKey, recountKey, registrationsKey } from "../../platform/table/keys.ts";
import { periodRatesIn, periodRatesKey } from "../../vat/exchange-rates/store-exchange-rates.ts";
import { boundariesOf, changedDays } from "../../vat/schemes/registration-segments.ts";
import { DatedProfile, UNDESCRIBED } from "../../vat/seller/profile.ts";
import {
  NO_REGISTRATIONS,
  Registration,
  type Registrations,
} from "../../vat/seller/registration.ts";
import { placesDiffer } from "../events/classification.ts";
import { UNDER_WAY_MS } from "../recount/recount-state.ts";
import { recountAfter, recountIn } from "../recount/store-recounts.ts";

const PROFILE: VersionedItem<DatedProfile> = {
  key: profileKey,
  schema: DatedProfile,
  empty: UNDESCRIBED,
  definition: PROFILE_ITEM,
  name: "establishments",
};

/** Reads the account's profile with all its rows, strongly consistent; an empty one before the first PUT. */
export const loadProfile = (ledger: LedgerId): Promise<DatedProfile> =>
  loadVersioned(PROFILE, ledger);

export const profileIn = (found: object | undefined): DatedProfile => valueIn(PROFILE, found);

/**
 * Replaces the profile by the result of `decide`, for a caller that has placed all supplies by it; see updateVersioned.
 * Adds author and time to the account's changes.
 * @throws DomainError `not_ready`, and the errors of `decide`.
 */
export const updateProfile = (
  ledger: LedgerId,
  decide: (profile: DatedProfile) => DatedProfile,
  author: Author,
): Promise<DatedProfile> => updateVersioned(PROFILE, ledger, decide, changedBy(author));

const changedBy = (author: Author) => appendedChange("profile", changedFields, author);

/**
 * Replaces the profile by the result of `decide`. If the profile places supplies differently, requests a full recount
 * in the same transaction. Returns true if it did.
 * @throws DomainError `not_ready`, and the errors of `decide`.
 */
export const updatePlacingProfile = (
  ledger: LedgerId,
  decide: (profile: DatedProfile) => DatedProfile,
  author: Author,
): Promise<Updated<DatedProfile>> => {
  const request = { days: ALL_DAYS, now: author.now.getTime(), under_way_ms: UNDER_WAY_MS };
  return updateFollowed(PROFILE, ledger, decide, {
    follower: recountAfter((before: DatedProfile, changed) =>
      placesDiffer(before, changed) ? request : undefined,
    ),
    appended: changedBy(author),
  });
};

export const REGISTRATIONS: VersionedItem<Registrations> = {
  key: registrationsKey,
  schema: z.object({ version: z.int(), last_id: z.int(), items: z.array(Registration) }),
  empty: NO_REGISTRATIONS,
  definition: REGISTRATIONS_ITEM,
  name: "registrations",
};

export const loadRegistrations = (ledger: LedgerId): Promise<Registrations> =>
  loadVersioned(REGISTRATIONS, ledger);

export const registrationsIn = (found: object | undefined): Registrations =>
  valueIn(REGISTRATIONS, found);

/**
 * Replaces the account's registrations by the result of `decide`; see updateVersioned. If a boundary of a registration
 * changes, requests a recount in the same transaction. Adds author and time to the account's changes.
 * @throws DomainError `not_ready`, and the errors of `decide`.
 */
export const updateRegistrations = (
  ledger: LedgerId,
  decide: (all: Registrations) => Registrations,
  { now, key_id }: Author,
) =>
  updateFollowed(REGISTRATIONS, ledger, decide, {
    follower: recountAfter((before: Registrations, changed) => {
      const days = changedDays(boundariesOf(before.items), boundariesOf(changed.items));
      return days && { days, now: now.getTime(), under_way_ms: UNDER_WAY_MS };
    }),
    appended: appendedChange<Registrations>("registrations", changedRows, { now, key_id }),
  });

type AccountSettings = { readonly profile: DatedProfile; readonly registrations: Registrations };

/** Reads both settings, strongly consistent, in one call (docs/decisions/0214). */
export async function loadAccountSettings(ledger: LedgerId): Promise<AccountSettings> {
  const keys = [profileKey(ledger), registrationsKey(ledger)] as const;
  const found = await getTogether(keys);
  return { profile: profileIn(found(keys[0])), registrations: registrationsIn(found(keys[1])) };
}

/**
 * Reads registrations and the rates of a period strongly consistent, in one call (docs/decisions/0214). With
 * `recount`, also the recount's state, which tells the kinds of periods that events count in.
 */
export async function loadRegistrationsAndRates(
  ledger: LedgerId,
  period: Period,
  { recount = false } = {},
) {
  const keys = [registrationsKey(ledger), periodRatesKey(period), recountKey(ledger)] as const;
  const found = await getTogether(recount ? keys : keys.slice(0, 2));
  return {
    registrations: registrationsIn(found(keys[0])).items,
    rates: periodRatesIn(period, found(keys[1])),
    ...(recount ? { recount: recountIn(found(keys[2])) } : {}),
  };
}
