import { endOneSession, SessionPath } from "../../shared/accounts/people/manage-sessions.ts";
import { SessionEnd } from "../../shared/accounts/people/sign-in.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { endedAnswer } from "../../shared/api/authentication.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.endOneSession,
  path: SessionPath,
  output: SessionEnd,
  run: async ({ path: { id }, person, sessionId, now }) => {
    await endOneSession(person, id, now);
    const ended = { ended_at: now.toISOString() };
    return id === sessionId ? endedAnswer(ended) : ended;
  },
});
