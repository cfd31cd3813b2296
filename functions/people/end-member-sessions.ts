import { endMemberSessions, SessionsEnd } from "../../shared/accounts/people/manage-sessions.ts";
import { MemberPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.endMemberSessions,
  path: MemberPath,
  output: SessionsEnd,
  run: async ({ path, now }) => ({
    ended: await endMemberSessions(path, now),
    ended_at: now.toISOString(),
  }),
});
