import { removeMember } from "../../shared/accounts/people/manage-organisations.ts";
import { MemberPath, MemberView } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.removeMember,
  path: MemberPath,
  output: MemberView,
  run: ({ path, author, now }) =>
    removeMember(path.organisation, path.person, { person: author, now }),
});
