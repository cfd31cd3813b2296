import { describePerson } from "../../shared/accounts/people/manage-organisations.ts";
import { SessionView } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.getSession,
  output: SessionView,
  run: ({ author }) => describePerson(author),
});
