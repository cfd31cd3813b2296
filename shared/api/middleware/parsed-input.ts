import type { MiddlewareObj } from "@middy/core";
import type * as z from "zod";
import { DomainError, type ErrorCode, type Fault } from "../errors.ts";
import type { Call } from "../route.ts";

/** The parts of an endpoint definition that say how its input looks. */
type InputSchemas = {
  readonly path?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly faultCodes?: Readonly<Record<string, ErrorCode>>;
};

/** Sets `input` to the parsed path, query and body; all faults of a request are told at once. */
export const parsedInput = (schemas: InputSchemas): MiddlewareObj<Call, unknown> => ({
  before: ({ event }) => {
    const path = parse(schemas.path, event.pathParameters);
    const query = parse(schemas.query, event.queryStringParameters);
    const body = schemas.body ? parse(schemas.body, bodyOf(event)) : NOTHING;
    const faults = [...path.faults, ...query.faults, ...body.faults];
    if (faults.length > 0) throw refusal(faults, schemas.faultCodes);
    event.input = { path: path.data, query: query.data, body: body.data } as Call["input"];
  },
});

type Parsed = { readonly data: unknown; readonly faults: readonly Fault[] };

const NOTHING: Parsed = { data: {}, faults: [] };

/** A part without a schema takes no parameters: a misspelt one must not pass unnoticed. */
function parse(schema: z.ZodType | undefined, given: unknown = {}): Parsed {
  if (!schema) {
    const unknown = Object.keys(given as object);
    return { data: {}, faults: unknown.map((field) => ({ field, message: "unknown field" })) };
  }
  const parsed = schema.safeParse(given);
  return parsed.success
    ? { data: parsed.data, faults: [] }
    : { data: undefined, faults: parsed.error.issues.flatMap(faultsOfIssue) };
}

function refusal(faults: readonly Fault[], codes: InputSchemas["faultCodes"] = {}): DomainError {
  const special = Object.keys(codes).find((field) => faults.some((fault) => fault.field === field));
  const code = special === undefined ? undefined : codes[special];
  const told = faults.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  return new DomainError(code ?? "invalid_request", summaryOf(told), faults);
}

const summaryOf = (told: readonly string[]): string =>
  told.length > 3 ? `${told.slice(0, 3).join("; ")}; and ${told.length - 3} more` : told.join("; ");

function faultsOfIssue(issue: z.core.$ZodIssue): Fault[] {
  const at = (path: readonly PropertyKey[]) => path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: at([...issue.path, key]), message: "unknown field" }));
  }
  return [{ field: at(issue.path), message: issue.message }];
}

/** @throws DomainError `invalid_json` when the body is absent, not UTF-8 or not JSON. */
function bodyOf(event: Call): unknown {
  try {
    const text = event.isBase64Encoded
      ? new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(event.body ?? "", "base64"))
      : (event.body ?? "");
    return JSON.parse(text);
  } catch {
    throw new DomainError("invalid_json", "the request body is not valid JSON");
  }
}
