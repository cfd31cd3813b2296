import type { DatedProfile } from "../accounts/profile.ts";
import type { Registrations } from "../registrations/registration.ts";
import { profileKey, registrationsKey } from "../table/keys.ts";
import { profileIn } from "./account-profiles.ts";
import { getTogether } from "./batch-get.ts";
import { registrationsIn } from "./registrations.ts";

/** Who sells, and under what: what places the supplies of an account. */
type AccountSettings = { readonly profile: DatedProfile; readonly registrations: Registrations };

/** Reads them strongly, in one call (docs/decisions/0214). */
export async function loadAccountSettings(account: string): Promise<AccountSettings> {
  const keys = [profileKey(account), registrationsKey(account)] as const;
  const found = await getTogether(keys);
  return { profile: profileIn(found(keys[0])), registrations: registrationsIn(found(keys[1])) };
}
