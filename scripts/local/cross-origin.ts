import type { IncomingMessage } from "node:http";
import { CROSS_ORIGIN_HEADERS, PREFLIGHT_SECONDS } from "../../shared/api/cross-origin.ts";
import { EXPOSED_HEADERS } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import type { GatewayAnswer } from "./gateway-answer.ts";

/** Adds the header by which a browser lets a page of an allowed origin read the response. */
export function readableBy(
  allowed: readonly string[],
  { headers: { origin } }: IncomingMessage,
  answer: GatewayAnswer,
): GatewayAnswer {
  if (origin === undefined || !allowed.includes(origin)) return answer;
  const headers = {
    ...answer.headers,
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED_HEADERS.join(","),
  };
  return { ...answer, headers };
}

/**
 * Answers a preflight request in place of the functions, as API Gateway does once an origin is allowed: a page of another
 * origin gets the same answer without `Access-Control-*`. Undefined for any other request.
 */
export function preflightAnswer(
  allowed: readonly string[],
  request: IncomingMessage,
): GatewayAnswer | undefined {
  if (allowed.length === 0 || request.method !== "OPTIONS") return undefined;
  const isAllowed = allowed.includes(request.headers.origin ?? "");
  return { status: 204, headers: isAllowed ? ALLOWED : {}, body: Buffer.alloc(0) };
}

const ALLOWED = {
  "access-control-allow-methods": [
    ...new Set(Object.values(routes).map(({ method }) => method)),
  ].join(","),
  "access-control-allow-headers": CROSS_ORIGIN_HEADERS.join(","),
  "access-control-max-age": String(PREFLIGHT_SECONDS),
};
