import type { oas32, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { ERROR_MEANINGS } from "../../shared/api/docs/docs-answers.ts";
import { ERROR_STATUS, type ErrorCode } from "../../shared/core/errors/errors.ts";
import type { Examples } from "./examples.ts";
import { TIMING_REFERENCE } from "./share-headers.ts";

/** Statuses whose responses have a Retry-After header. */
const COME_BACK: ReadonlySet<number> = new Set([ERROR_STATUS.rate_limited, ERROR_STATUS.not_ready]);

/** Returns the error responses of an operation with these codes, by status; each is a component. */
export const refusals = (codes: readonly ErrorCode[]): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    byStatus(codes).map(([status, those]) => [
      `${status}`,
      { $ref: `#/components/responses/${nameOf(those)}` },
    ]),
  );

/** Returns the components that `refusals` of all operations refer to. */
export const errorComponents = (
  operations: readonly (readonly ErrorCode[])[],
  examples: Examples["errors"],
): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    operations.flatMap((codes) =>
      byStatus(codes).map(([status, those]) => [nameOf(those), component(status, those, examples)]),
    ),
  );

const byStatus = (codes: readonly ErrorCode[]): [number, ErrorCode[]][] => [
  ...Map.groupBy(codes.toSorted(), (code) => ERROR_STATUS[code]),
];

/** Returns the name of a component: InvalidJsonOrInvalidRequest for `invalid_json` and `invalid_request`. */
const nameOf = (codes: readonly ErrorCode[]): string =>
  codes
    .map((code) =>
      code
        .split("_")
        .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
        .join(""),
    )
    .join("Or");

function component(
  status: number,
  codes: readonly ErrorCode[],
  recorded: Examples["errors"],
): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(
    codes.flatMap((code) => (recorded[code] ? [[code, { value: recorded[code] }]] : [])),
  );
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_MEANINGS[code]}`).join(". "),
    headers: {
      ...(COME_BACK.has(status) ? { "Retry-After": RETRY_AFTER } : {}),
      ...TIMING_REFERENCE,
    },
    content: {
      "application/json": {
        schema: {
          allOf: [{ $ref: "#/components/schemas/Error" }],
          type: "object",
          properties: { error: { type: "string", enum: [...codes] } },
        },
        ...(Object.keys(examples).length > 0 ? { examples } : {}),
      },
    },
  };
}

const RETRY_AFTER: oas32.HeaderObject = {
  description: "Seconds to wait before retrying",
  required: true,
  schema: { type: "string", pattern: "^[0-9]+$" },
};
