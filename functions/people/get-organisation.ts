import { describeOrganisation } from "../../shared/accounts/people/manage-organisations.ts";
import { OrganisationPath, OrganisationView } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.getOrganisation,
  path: OrganisationPath,
  output: OrganisationView,
  run: ({ path: { organisation }, author }) => describeOrganisation(organisation, author),
});
