import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { changeRegistrations } from "../../shared/ledger/settings/change-settings.ts";
import { isRegistrationLocked } from "../../shared/returns/locks/store-locks.ts";
import {
  changeRegistration,
  registrationWithId,
  rejectLockedIdentity,
} from "../../shared/vat/seller/change-settings.ts";
import {
  RegistrationPath,
  type Registrations,
  RegistrationView,
  registrationView,
} from "../../shared/vat/seller/registration.ts";
import { RegistrationPatch } from "../../shared/vat/seller/registration-schema.ts";

export const handler = accountEndpoint({
  route: routes.updateRegistration,
  path: RegistrationPath,
  body: RegistrationPatch,
  output: RegistrationView,
  run: async ({ ledger, path, body, now, author }) => {
    const isLocked = await isRegistrationLocked(ledger, path.id);
    const decide = (all: Registrations) => {
      rejectLockedIdentity(registrationWithId(all, path.id), body, isLocked);
      return changeRegistration(all, path.id, body);
    };
    const all = await changeRegistrations(ledger, decide, { now, key_id: author });
    return registrationView(registrationWithId(all, path.id));
  },
});
