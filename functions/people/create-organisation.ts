import { createOrganisation } from "../../shared/accounts/people/manage-organisations.ts";
import {
  OrganisationRequest,
  OrganisationView,
} from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.createOrganisation,
  body: OrganisationRequest,
  output: OrganisationView,
  status: 201,
  run: ({ body: { name }, author: person, now }) => createOrganisation(name, { person, now }),
});
