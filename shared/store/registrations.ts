import * as z from "zod";
import {
  NO_REGISTRATIONS,
  Registration,
  type Registrations,
} from "../registrations/registration.ts";
import { registrationsKey } from "../table/keys.ts";
import { loadVersioned, updateVersioned, type VersionedItem } from "./versioned-item.ts";

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

/**
 * Replaces the account's registrations by what `decide` makes of them; see updateVersioned.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updateRegistrations = (
  account: string,
  decide: (all: Registrations) => Registrations,
): Promise<Registrations> => updateVersioned(ITEM, account, decide);
