import {
  endOneMemberSession,
  MemberSessionPath,
} from "../../shared/accounts/people/manage-sessions.ts";
import { SessionEnd } from "../../shared/accounts/people/sign-in.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.endOneMemberSession,
  path: MemberSessionPath,
  output: SessionEnd,
  run: async ({ path, now }) => {
    await endOneMemberSession(path, now);
    return { ended_at: now.toISOString() };
  },
});
