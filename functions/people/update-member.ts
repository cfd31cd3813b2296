import { updateMember } from "../../shared/accounts/people/manage-organisations.ts";
import { MemberPatch, MemberPath, MemberView } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.updateMember,
  path: MemberPath,
  body: MemberPatch,
  output: MemberView,
  run: ({ path, body, author, now }) =>
    updateMember(path.organisation, path.person, body, { person: author, now }),
});
