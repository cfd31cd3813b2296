import { ClientPatch, ClientView, clientView } from "../../shared/accounts/people/clients.ts";
import { renameClient } from "../../shared/accounts/people/manage-organisations.ts";
import { ClientPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.updateClientAccount,
  path: ClientPath,
  body: ClientPatch,
  output: ClientView,
  run: async ({ path: { organisation, account }, body }) =>
    clientView(await renameClient(organisation, account, body.name)),
});
