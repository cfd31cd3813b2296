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
import { beginAccounts } from "../../shared/ledger/settings/begin-accounts.ts";

export const handler = accountEndpoint({
  route: routes.importClientAccounts,
  path: OrganisationPath,
  body: ClientFile,
  output: ClientFileResult,
  run: async ({ path: { organisation }, body: { csv }, author: person, now }) => {
    const lines = clientsIn(csv);
    const clients = lines.map(({ client }) => client);
    const made = await createClients(organisation, clients, { person, now });
    const begun = made.flatMap(({ client: { account } }, n) => {
      const beginning = lines[n]?.beginning;
      return beginning ? [[account, beginning] as const] : [];
    });
    await beginAccounts(begun, { now, key_id: person });
    return { items: made.map(({ client, status }) => ({ ...clientView(client), status })) };
  },
});
