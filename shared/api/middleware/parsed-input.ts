import type { MiddlewareObj } from "@middy/core";
import type * as z from "zod";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../accounts/sources.ts";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { DomainError, type ErrorCode, type Fault, namedError } from "../../core/errors/errors.ts";
import { readAs } from "../../core/errors/field-errors.ts";
import { summaryOf } from "../../core/errors/render-error.ts";
import type { Call, Route } from "../route.ts";

/** The parts of an endpoint definition that say how its input looks. */
export type InputDefinition = {
  readonly route: Pick<Route, "scope">;
  readonly path?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Whether the request may come without a body; it is parsed as an empty object then. */
  readonly bodyOptional?: true;
  /** Another schema that the body is read by, without `bodyFaults`, when the query asks for it. */
  readonly bodyOfPartialCommit?: (query: unknown) => z.ZodType | undefined;
  /** Faults that a schema cannot know, because they depend on the day. */
  readonly bodyFaults?: (body: unknown, today: IsoDate) => readonly Fault[];
  /** The id of the supply event that a field of the body is of, where there is one; its faults name it. */
  readonly eventIdAt?: (body: unknown, field: string) => string | undefined;
  /** Whether the X-Source-ID header is read. */
  readonly sourceTag?: true;
  /** Fields whose faults have an error code of their own; the others are `invalid_request`. */
  readonly faultCodes?: Readonly<Record<string, ErrorCode>>;
};

/**
 * Sets `input` to the parsed path, query and body; all faults of a request are told at once. Faults in
 * events, also those found later, name their event.
 */
export const parsedInput = (
  definition: InputDefinition,
  { readParameters, readBody }: Readers,
): MiddlewareObj<Call, unknown> => ({
  before: ({ event }) => {
    const path = readParameters(definition.path, event.pathParameters);
    const query = readParameters(definition.query, event.queryStringParameters);
    const body = readBody(definition, event, query.data);
    const tag = definition.sourceTag ? sourceTag(event.headers["x-source-id"]) : NOTHING;
    const faults = [path, query, body, tag].flatMap((part) => part.faults);
    if (faults.length > 0) throw refusal(faults, definition.faultCodes);
    event.input = { path: path.data, query: query.data, body: body.data } as Call["input"];
    if (typeof tag.data === "string") event.sourceTag = tag.data;
  },
  onError: (request) => {
    const { error, event } = request;
    const { eventIdAt } = definition;
    if (!eventIdAt || !(error instanceof DomainError)) return;
    request.error = namedError(error, (field) => eventIdAt(event.given, field));
  },
});

export type Parsed = { readonly data: unknown; readonly faults: readonly Fault[] };

/** What there is in path or query; undefined is nothing. */
export type ParameterReader = (schema: z.ZodType | undefined, given: unknown) => Parsed;

/** What there is in the body of a call. */
export type BodyReader = (definition: InputDefinition, event: Call, query: unknown) => Parsed;

type Readers = { readonly readParameters: ParameterReader; readonly readBody: BodyReader };

export const NOTHING: Parsed = { data: {}, faults: [] };

/** A part without a schema takes no parameters: a misspelt one must not pass unnoticed. */
export function noParameters(given: unknown = {}): Parsed {
  const unknown = Object.keys(given as object);
  return { data: {}, faults: unknown.map((field) => ({ field, message: "unknown field" })) };
}

function sourceTag(header: string | undefined): Parsed {
  if (header === undefined || SOURCE_KEY_FORM.test(header)) return { data: header, faults: [] };
  return { data: undefined, faults: [{ field: "X-Source-ID", message: SOURCE_KEY_RULE }] };
}

function refusal(faults: readonly Fault[], codes: InputDefinition["faultCodes"] = {}): DomainError {
  const special = Object.keys(codes).find((field) => faults.some((fault) => fault.field === field));
  const code = special === undefined ? undefined : codes[special];
  return new DomainError(code ?? "invalid_request", summaryOf(faults), faults);
}

/**
 * Reads by a schema, and words what is wrong. A file of its own: functions that take nothing do
 * without the words.
 */
export const parsedParameters: ParameterReader = (schema, given = {}) => {
  if (!schema) return noParameters(given);
  const read = readAs(schema, given);
  return read.success ? { ...NOTHING, data: read.data } : { data: undefined, faults: read.faults };
};
