import { SessionEnd } from "../../shared/accounts/people/sign-in.ts";
import { endSession } from "../../shared/accounts/people/store-sessions.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { endedAnswer } from "../../shared/api/authentication.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.endSession,
  output: SessionEnd,
  run: async ({ sessionId = "", now }) => {
    await endSession(sessionId, now);
    return endedAnswer({ ended_at: now.toISOString() });
  },
});
