import { acceptInvitation } from "../../shared/accounts/people/manage-organisations.ts";
import {
  InvitationAcceptance,
  OrganisationView,
} from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.acceptInvitation,
  body: InvitationAcceptance,
  output: OrganisationView,
  run: ({ body: { token }, author: person, now }) => acceptInvitation(token, { person, now }),
});
