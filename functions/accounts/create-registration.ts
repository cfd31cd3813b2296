import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { changeRegistrations } from "../../shared/ledger/settings/change-settings.ts";
import { addRegistration, registrationWithId } from "../../shared/vat/seller/change-settings.ts";
import {
  type Registrations,
  RegistrationView,
  registrationView,
} from "../../shared/vat/seller/registration.ts";
import { NewRegistration } from "../../shared/vat/seller/registration-schema.ts";

export const handler = accountEndpoint({
  route: routes.createRegistration,
  body: NewRegistration,
  output: RegistrationView,
  status: 201,
  run: async ({ ledger, body, now, author }) => {
    const decide = (all: Registrations) => addRegistration(all, body);
    const all = await changeRegistrations(ledger, decide, { now, key_id: author });
    return registrationView(registrationWithId(all, all.last_id));
  },
});
