import {
  endSessionsOf,
  SessionsEnd,
  SessionsEndQuery,
} from "../../shared/accounts/people/manage-sessions.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { endedAnswer } from "../../shared/api/authentication.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.endSessions,
  query: SessionsEndQuery,
  output: SessionsEnd,
  run: async ({ query, person, sessionId, now }) => {
    const isKept = query.keep_current === "true";
    const ended = await endSessionsOf(person, now, isKept ? sessionId : undefined);
    const body = { ended, ended_at: now.toISOString() };
    return isKept ? body : endedAnswer(body);
  },
});
