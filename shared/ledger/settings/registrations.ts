import * as z from "zod";
import { changedRows } from "../../accounts/difference.ts";
import type { Author } from "../../accounts/setting-changes.ts";
import { appendedChange } from "../../accounts/store-setting-changes.ts";
import {
  loadVersioned,
  updateFollowed,
  type VersionedItem,
  valueIn,
} from "../../platform/dynamodb/versioned-item.ts";
import { registrationsKey } from "../../platform/table/keys.ts";
import { movedEdges } from "../../vat/schemes/moved-edges.ts";
import { edgesOf } from "../../vat/schemes/registration-segments.ts";
import {
  NO_REGISTRATIONS,
  Registration,
  type Registrations,
} from "../../vat/seller/registration.ts";
import { UNDER_WAY_MS } from "../recount/recount-state.ts";
import { recountAfter } from "../recount/store-recounts.ts";

const ITEM: VersionedItem<Registrations> = {
  key: registrationsKey,
  schema: z.object({ version: z.int(), last_id: z.int(), items: z.array(Registration) }),
  empty: NO_REGISTRATIONS,
  kind: "registrations",
  name: "registrations",
};

/** All registrations of the account, as they are at this moment. */
export const loadRegistrations = (account: string): Promise<Registrations> =>
  loadVersioned(ITEM, account);

/** The registrations in what stands at their key. */
export const registrationsIn = (found: object | undefined): Registrations => valueIn(ITEM, found);

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
  updateFollowed(ITEM, account, decide, {
    follower: recountAfter((before: Registrations, changed) => {
      const days = movedEdges(edgesOf(before.items), edgesOf(changed.items));
      return days && { days, now: now.getTime(), under_way_ms: UNDER_WAY_MS };
    }),
    appended: appendedChange<Registrations>("registrations", changedRows, { now, key_id }),
  });
