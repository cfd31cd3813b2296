import type { ZodObjectInput, ZodOpenApiOperationObject } from "zod-openapi";
import { requiredRole, type Scope } from "../../shared/api/route.ts";
import { errorsOf } from "../../shared/api/route-errors.ts";
import type * as routes from "../../shared/api/routes.ts";
import type { Described } from "./endpoints.ts";
import { NOTES } from "./notes.ts";
import { headersOf } from "./parameters.ts";
import { refusals } from "./refusals.ts";
import { successes } from "./success.ts";
import { tagOf } from "./tags.ts";

export const SECURITY_SCHEME = "ApiKey";
export const SESSION_SCHEME = "Session";
/** The other headers that a key may be in. */
export const BEARER_SCHEME = "ApiKeyAsBearer";
export const BASIC_SCHEME = "ApiKeyAsBasic";

const OF_KEYS = [SECURITY_SCHEME, BEARER_SCHEME, BASIC_SCHEME].map((name) => ({ [name]: [] }));

/** Returns the credentials that a scope takes, each enough. */
const securityOf = (scope: Scope) => [
  ...(scope === "read" || scope === "write" ? OF_KEYS : []),
  ...(scope === "public" ? [] : [{ [SESSION_SCHEME]: [] }]),
];

const KEYS: Readonly<Record<Scope, string>> = {
  public: "Needs no API key.",
  read: "Needs a key, full or read-only, or the session of a person with the role.",
  write: "Needs a full key, or the session of a person with the role.",
  person: "Needs the session of a person.",
};

/** Converts an endpoint into an operation that still contains zod schemas. */
export function operationOf(endpoint: Described): ZodOpenApiOperationObject {
  const { name, route, definition } = endpoint;
  const { path, query, body, bodyOptional } = definition;
  const headers = headersOf(endpoint);
  return {
    operationId: name,
    tags: [tagOf(route.path)],
    summary: route.summary,
    description: [
      route.role === "operator"
        ? "Needs the session of an operator of the service."
        : KEYS[route.scope],
      NOTES[name as keyof typeof routes],
    ]
      .filter(Boolean)
      .join(" "),
    security: securityOf(route.scope),
    ...(requiredRole(route) ? { "x-role": requiredRole(route) } : {}),
    ...(route.scope === "write" ? { "x-key-scope": "full" } : {}),
    requestParams: {
      ...(path ? { path: path as ZodObjectInput } : {}),
      ...(query ? { query: query as ZodObjectInput } : {}),
    },
    ...(headers.length > 0 ? { parameters: headers } : {}),
    ...(body
      ? {
          requestBody: {
            required: !bodyOptional,
            content: { [definition.isRaw ? "*/*" : "application/json"]: { schema: body } },
          },
        }
      : {}),
    responses: { ...successes(endpoint), ...refusals(errorsOf(name, definition)) },
  };
}
