import { withdrawInvitation } from "../../shared/accounts/people/manage-organisations.ts";
import {
  InvitationPath,
  InvitationView,
  invitationView,
} from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.withdrawInvitation,
  path: InvitationPath,
  output: InvitationView,
  run: async ({ path: { organisation, invitation }, author: person, now }) =>
    invitationView(await withdrawInvitation(organisation, invitation, { person, now })),
});
