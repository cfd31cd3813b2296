import { ClientView, clientView, NewClient } from "../../shared/accounts/people/clients.ts";
import { createClients } from "../../shared/accounts/people/manage-organisations.ts";
import { OrganisationPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.createClientAccount,
  path: OrganisationPath,
  body: NewClient,
  output: ClientView,
  status: 201,
  run: async ({ path: { organisation }, body, author: person, now }) => {
    const [made] = await createClients(organisation, [body], { person, now });
    if (!made) throw new RangeError("no account was made");
    return clientView(made.client);
  },
});
