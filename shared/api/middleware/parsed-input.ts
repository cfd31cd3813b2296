import type { MiddlewareObj } from "@middy/core";
import type * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { DomainError, type ErrorCode, type Fault, namedError } from "../../core/errors/errors.ts";
import { readAs } from "../../core/errors/field-errors.ts";
import { summaryOf } from "../../core/errors/render-error.ts";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../vat/schemes/event-fields.ts";
import type { Call, Route } from "../route.ts";

/** The parts of an endpoint definition that describe its input. */
export type InputDefinition = {
  readonly route: Pick<Route, "scope">;
  readonly path?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** True if the body is passed on unparsed, because its signature covers the bytes. */
  readonly isRaw?: true;
  /** True if the request may have no body, which is then parsed as an empty object. */
  readonly bodyOptional?: true;
  /** Returns another schema for the body, without `bodyFaults`, when the query requests it. */
  readonly bodyOfPartialCommit?: (query: unknown) => z.ZodType | undefined;
  /** Returns faults that a schema cannot find, because they depend on the day. */
  readonly bodyFaults?: (body: unknown, today: IsoDate) => readonly Fault[];
  /** Returns the id of the supply event to which a field of the body belongs, if any; the field's faults name it. */
  readonly eventIdAt?: (body: unknown, field: string) => string | undefined;
  /** True if the X-Source-ID header is read. */
  readonly sourceTag?: true;
  /** Fields whose faults have their own error code; all other faults are `invalid_request`. */
  readonly faultCodes?: Readonly<Record<string, ErrorCode>>;
};

/**
 * Sets `input` to the parsed path, query and body, and reports all faults of a request together. Faults in events,
 * including those found later, name their event.
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

/** Parses a path or a query; undefined means empty. */
export type ParameterReader = (schema: z.ZodType | undefined, given: unknown) => Parsed;

/** Parses the body of a call. */
export type BodyReader = (definition: InputDefinition, event: Call, query: unknown) => Parsed;

type Readers = { readonly readParameters: ParameterReader; readonly readBody: BodyReader };

export const NOTHING: Parsed = { data: {}, faults: [] };

/** Rejects every parameter of a part without a schema, so that a misspelt one does not pass unnoticed. */
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

/** Parses parameters with a schema and writes a message for every fault. */
export const parsedParameters: ParameterReader = (schema, given = {}) => {
  if (!schema) return noParameters(given);
  const read = readAs(schema, given);
  return read.success ? { ...NOTHING, data: read.data } : { data: undefined, faults: read.faults };
};
