import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { changeRegistrations } from "../../shared/flows/change-registrations.ts";
import { changeRegistration, registrationWithId } from "../../shared/registrations/change.ts";
import {
  Registration,
  RegistrationPath,
  type Registrations,
} from "../../shared/registrations/registration.ts";
import { RegistrationPatch } from "../../shared/registrations/requests.ts";

export const handler = accountEndpoint({
  route: routes.updateRegistration,
  path: RegistrationPath,
  body: RegistrationPatch,
  output: Registration,
  run: async ({ account, path, body, now, keyId }) => {
    const decide = (all: Registrations) => changeRegistration(all, path.id, body);
    return registrationWithId(
      await changeRegistrations(account, decide, { now, key_id: keyId }),
      path.id,
    );
  },
});
