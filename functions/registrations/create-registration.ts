import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { addRegistration, registrationWithId } from "../../shared/registrations/change.ts";
import { Registration } from "../../shared/registrations/registration.ts";
import { NewRegistration } from "../../shared/registrations/requests.ts";
import { updateRegistrations } from "../../shared/store/registrations.ts";

export const handler = accountEndpoint({
  route: routes.createRegistration,
  body: NewRegistration,
  output: Registration,
  status: 201,
  run: async ({ account, body }) => {
    const all = await updateRegistrations(account, (seen) => addRegistration(seen, body));
    return registrationWithId(all, all.last_id);
  },
});
