import type { oas32, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { OTHER_ANSWERS, type OtherAnswer } from "../../shared/api/docs/docs-answers.ts";
import { replaysAnswers } from "../../shared/api/route-errors.ts";
import type * as routes from "../../shared/api/routes.ts";
import type { Described } from "./endpoints.ts";
import { SHARE_REFERENCES, TIMING_REFERENCE } from "./share-headers.ts";

type Headers = Record<string, oas32.HeaderObject | oas32.ReferenceObject>;

const text = (description: string, required: boolean): oas32.HeaderObject => ({
  description,
  ...(required ? { required } : {}),
  schema: { type: "string" },
});

const VALIDATORS: Headers = {
  ETag: text("Tag of this version of the response; send it back in If-None-Match", true),
  "Cache-Control": text("Time that a cache may keep the response", true),
};

const REPLAYED: Headers = {
  "Idempotency-Replayed": text(
    "Always `true`: the response is a stored one, because the request was answered before",
    false,
  ),
};

/** Returns the successful responses of an operation, by status. */
export function successes({ name, route, definition }: Described): ZodOpenApiResponsesObject {
  const other: OtherAnswer = OTHER_ANSWERS[name as keyof typeof routes] ?? {
    says: "The request was carried out",
  };
  const headers: Headers = {
    ...(definition.cache ? VALIDATORS : {}),
    ...(replaysAnswers(route) ? REPLAYED : {}),
    ...(route.scope === "public" ? TIMING_REFERENCE : SHARE_REFERENCES),
    ...Object.fromEntries(
      Object.entries(other.headers ?? {}).map(([header, says]) => [header, text(says, true)]),
    ),
  };
  const response: ZodOpenApiResponseObject = {
    description: other.says,
    headers,
    ...(other.status === 302 ? {} : contentOf(definition.output, other.body)),
  };
  return {
    [`${other.status ?? definition.status ?? 200}` as const]: response,
    ...(other.status === 302 ? linkOf(definition.output) : {}),
    ...(other.accepted ? { 202: accepted(other, definition.output) } : {}),
    ...(definition.cache ? { 304: NOT_CHANGED } : {}),
  };
}

/** An example that is not recorded, because a signature is never the same. */
const LINK = {
  link: {
    summary: "The link",
    value: { location: "https://files.example/2026-Q2.xlsx?X-Amz-Signature=0123456789abcdef" },
  },
};

/** Describes the response to a request whose work goes on. */
const accepted = (
  { accepted: description = "", acceptedHasBody, body }: OtherAnswer,
  output: Described["definition"]["output"],
): ZodOpenApiResponseObject => ({
  description,
  headers: SHARE_REFERENCES,
  ...(acceptedHasBody ? contentOf(output, body) : {}),
});

/** Adds the JSON response that can be requested instead of a redirect. */
const linkOf = (output: Described["definition"]["output"]): ZodOpenApiResponsesObject =>
  output
    ? {
        200: {
          description: "The link as JSON, requested with `redirect=false`",
          headers: SHARE_REFERENCES,
          content: { "application/json": { schema: output, examples: LINK } },
        },
      }
    : {};

const NOT_CHANGED: ZodOpenApiResponseObject = {
  description: "The response that If-None-Match names is current; there is no body",
  headers: { ...VALIDATORS, ...TIMING_REFERENCE },
};

const BODIES = {
  object: { type: "object" },
  text: { type: "string" },
  bytes: { type: "string", format: "binary" },
} as const;

function contentOf(output: Described["definition"]["output"], body: OtherAnswer["body"]) {
  const content = {
    ...(output ? { "application/json": { schema: output } } : {}),
    ...(body
      ? Object.fromEntries(body.types.map((type) => [type, { schema: BODIES[body.is] }]))
      : {}),
  };
  return Object.keys(content).length > 0 ? { content } : {};
}
