import {
  renewSession,
  SessionRefresh,
  SessionTokens,
} from "../../shared/accounts/people/sign-in.ts";
import { refreshTokenIn, sessionAnswer } from "../../shared/api/authentication.ts";
import { endpoint } from "../../shared/api/endpoint.ts";
import { parsedBody } from "../../shared/api/middleware/parsed-input.ts";
import { rateLimit } from "../../shared/api/middleware/rate-limit.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = endpoint(
  {
    route: routes.refreshSession,
    body: SessionRefresh,
    bodyOptional: true,
    output: SessionTokens,
    run: async ({ body: { refresh_token }, cookies, now }) => {
      const made = await renewSession(refresh_token ?? refreshTokenIn(cookies), now);
      return sessionAnswer(200, made, refresh_token === undefined ? "cookie" : "body", now);
    },
  },
  { guards: [rateLimit("SIGN_IN")], readBody: parsedBody },
);
