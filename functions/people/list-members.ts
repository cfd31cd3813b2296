import { listMembers } from "../../shared/accounts/people/manage-organisations.ts";
import {
  invitationView,
  MEMBER_LIST,
  MemberList,
  MemberListQuery,
  OrganisationPath,
} from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { pageOfAll } from "../../shared/core/input/pagination.ts";

export const handler = accountEndpoint({
  route: routes.listMembers,
  path: OrganisationPath,
  query: MemberListQuery,
  output: MemberList,
  run: async ({ path: { organisation }, query, now }) => {
    const { members, invitations } = await listMembers(organisation, now);
    const page = pageOfAll(MEMBER_LIST, members, query, {
      idOf: ({ person }) => person.id,
      view: (member) => member,
    });
    return { ...page, invitations: invitations.map(invitationView) };
  },
});
