import { invite } from "../../shared/accounts/people/manage-organisations.ts";
import {
  InvitationWithToken,
  invitationView,
  NewInvitation,
  OrganisationPath,
} from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.inviteMember,
  path: OrganisationPath,
  body: NewInvitation,
  output: InvitationWithToken,
  status: 201,
  run: async ({ path: { organisation }, body, keyId: person, now }) => {
    const { invitation, token } = await invite(organisation, body, { person, now });
    return { ...invitationView(invitation), token };
  },
});
