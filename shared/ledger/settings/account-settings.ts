import { getTogether } from "../../platform/dynamodb/batch-get.ts";
import { profileKey, registrationsKey } from "../../platform/table/keys.ts";
import type { DatedProfile } from "../../vat/seller/profile.ts";
import type { Registrations } from "../../vat/seller/registration.ts";
import { registrationsIn } from "./registrations.ts";
import { profileIn } from "./store-settings.ts";

/** Who sells, and under what: what places the supplies of an account. */
type AccountSettings = { readonly profile: DatedProfile; readonly registrations: Registrations };

/** Reads them strongly, in one call (docs/decisions/0214). */
export async function loadAccountSettings(account: string): Promise<AccountSettings> {
  const keys = [profileKey(account), registrationsKey(account)] as const;
  const found = await getTogether(keys);
  return { profile: profileIn(found(keys[0])), registrations: registrationsIn(found(keys[1])) };
}
