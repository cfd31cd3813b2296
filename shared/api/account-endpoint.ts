import type * as z from "zod";
import { accountLog } from "./account-log.ts";
import { apiKey } from "./api-key.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { finishedAnswer } from "./finished-answer.ts";
import { accountShare, refusedAgain } from "./middleware/account-rate-limit.ts";
import { onceOnly, rememberedAnswer } from "./middleware/idempotency.ts";
import { parsedBody } from "./middleware/parsed-body.ts";
import { parsedParameters } from "./middleware/parsed-parameters.ts";

/**
 * The Lambda handler of a route that needs an API key of its scope, and counts against its account's share; every POST takes an
 * Idempotency-Key, unless its request must not leave a trace: what is remembered is
 * stored. A file of its own, because it brings the DynamoDB client and Powertools along, which public
 * functions do without.
 */
export function accountEndpoint<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(definition: Endpoint<P, Q, B, O>) {
  const known = [refusedAgain(), apiKey(definition.route.scope), accountShare()];
  const common = {
    log: accountLog,
    readParameters: parsedParameters,
    readBody: parsedBody,
    finish: finishedAnswer,
  };
  const { method, keepsNothing } = definition.route;
  return method === "POST" && !keepsNothing
    ? endpoint(definition, {
        ...common,
        guards: [...known, onceOnly(definition.route)],
        around: [rememberedAnswer()],
      })
    : endpoint(definition, { ...common, guards: known });
}
