import { ClientPatch, ClientView, clientView } from "../../shared/accounts/people/clients.ts";
import { changeClient, loadClient } from "../../shared/accounts/people/manage-organisations.ts";
import { ClientPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { followClientName } from "../../shared/ledger/settings/begin-accounts.ts";

export const handler = accountEndpoint({
  route: routes.updateClientAccount,
  path: ClientPath,
  body: ClientPatch,
  output: ClientView,
  run: async ({ path: { organisation, account }, body, author, now }) => {
    // First the profile: a request that is repeated still knows the former name.
    if (body.name !== undefined) {
      const client = await loadClient(organisation, account);
      await followClientName(client, body.name, { now, key_id: author });
    }
    return clientView(await changeClient(organisation, account, body));
  },
});
