import { listMembers } from "../../shared/accounts/people/manage-organisations.ts";
import {
  invitationView,
  MemberList,
  OrganisationPath,
} from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.listMembers,
  path: OrganisationPath,
  output: MemberList,
  run: async ({ path: { organisation }, now }) => {
    const { members, invitations } = await listMembers(organisation, now);
    return { items: members, invitations: invitations.map(invitationView) };
  },
});
