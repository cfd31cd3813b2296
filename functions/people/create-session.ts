import { deviceOf } from "../../shared/accounts/people/device.ts";
import { issuerClient } from "../../shared/accounts/people/issuer.ts";
import { SessionRequest, SessionTokens, signIn } from "../../shared/accounts/people/sign-in.ts";
import { sessionAnswer } from "../../shared/api/authentication.ts";
import { endpoint } from "../../shared/api/endpoint.ts";
import { parsedBody } from "../../shared/api/middleware/parsed-input.ts";
import { rateLimit } from "../../shared/api/middleware/rate-limit.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = endpoint(
  {
    route: routes.createSession,
    body: SessionRequest,
    output: SessionTokens,
    status: 201,
    run: async ({ body: { refresh, ...exchange }, userAgent, now }) => {
      const made = await signIn(await issuerClient(), exchange, now, deviceOf(userAgent));
      return sessionAnswer(201, made, refresh, now);
    },
  },
  { guards: [rateLimit("SIGN_IN")], readBody: parsedBody },
);
