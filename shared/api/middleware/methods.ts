import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "../../core/errors/errors.ts";
import { errorResponse } from "../refusal-answer.ts";
import { allowed, type Call, methodsOf, type Route } from "../route.ts";

/**
 * The function behind a GET is given every method that no other row has at its path (see
 * ../methods.ts), and refuses what it does not serve, before it asks for a key.
 */
export const onlyItsMethods = (route: Route): MiddlewareObj<Call, unknown> => ({
  before: ({ event }) => {
    const { requestId = "", http } = event.requestContext ?? {};
    if (methodsOf(route).includes(http?.method ?? route.method)) return undefined;
    const refusal = new DomainError(
      "method_not_allowed",
      `${route.path} takes ${allowed([route])}`,
    );
    event.errorCode = refusal.code;
    return errorResponse(refusal, requestId, { allow: allowed([route]) });
  },
});
