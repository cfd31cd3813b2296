import {
  ClientFile,
  ClientFileResult,
  clientsIn,
  clientView,
} from "../../shared/accounts/people/clients.ts";
import { createClients } from "../../shared/accounts/people/manage-organisations.ts";
import { OrganisationPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.importClientAccounts,
  path: OrganisationPath,
  body: ClientFile,
  output: ClientFileResult,
  run: async ({ path: { organisation }, body: { csv }, author: person, now }) => {
    const made = await createClients(organisation, clientsIn(csv), { person, now });
    return { items: made.map(({ client, status }) => ({ ...clientView(client), status })) };
  },
});
