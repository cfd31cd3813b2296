import { ClientList, ClientListQuery } from "../../shared/accounts/people/clients.ts";
import { listClients } from "../../shared/accounts/people/manage-organisations.ts";
import { OrganisationPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.listClientAccounts,
  path: OrganisationPath,
  query: ClientListQuery,
  output: ClientList,
  run: ({ path: { organisation }, query, author }) => listClients(organisation, author, query),
});
