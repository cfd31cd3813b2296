import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "../../core/errors/errors.ts";
import { errorResponse } from "../refusal-answer.ts";
import { allowed, type Call, methodsOf, type Route } from "../route.ts";

/**
 * Rejects methods that the row does not serve, before an API key is required. The function of a GET receives every
 * method that no other row has at its path (see ../route.ts).
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
