import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { changeRegistrations } from "../../shared/ledger/settings/change-settings.ts";
import { isRegistrationLocked } from "../../shared/returns/locks/store-locks.ts";
import {
  registrationLocked,
  registrationWithId,
  replaceRegistration,
} from "../../shared/vat/seller/change-settings.ts";
import {
  RegistrationPath,
  type Registrations,
  RegistrationView,
  registrationView,
} from "../../shared/vat/seller/registration.ts";
import { NewRegistration } from "../../shared/vat/seller/registration-schema.ts";

export const handler = accountEndpoint({
  route: routes.replaceRegistration,
  path: RegistrationPath,
  body: NewRegistration,
  output: RegistrationView,
  status: 201,
  run: async ({ ledger, path, body, now, author }) => {
    if (await isRegistrationLocked(ledger, path.id)) throw registrationLocked(path.id);
    const decide = (all: Registrations) => replaceRegistration(all, path.id, body);
    const all = await changeRegistrations(ledger, decide, { now, key_id: author });
    return registrationView(registrationWithId(all, all.last_id));
  },
});
