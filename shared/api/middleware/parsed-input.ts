import type { MiddlewareObj } from "@middy/core";
import type * as z from "zod";
import { dayOf, type IsoDate } from "../../core/calendar/dates.ts";
import {
  DomainError,
  type ErrorCode,
  type Fault,
  namedError,
  summaryOf,
} from "../../core/errors/errors.ts";
import { readAs, UNKNOWN_FIELD } from "../../core/errors/field-errors.ts";
import type { EventId } from "../../core/ids.ts";
import { type ScanFault, scannedFault } from "../../core/input/duplicate-json-keys.ts";
import { jsonFault } from "../../core/input/json-fault.ts";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../vat/schemes/event-fields.ts";
import type { RequestEvent, Route } from "../route.ts";
import { hasForeignCursor, unmarkedQuery } from "./filter-mark.ts";
import { rewordBodyFaults, rewordQueryFaults } from "./parameter-words.ts";

/** The headers and the bytes of a call, as its sender has signed them. */
type RawCall = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

/**
 * Passes a body on as it came, whatever its type: a signature is over its bytes.
 * @throws DomainError `payload_too_large`
 */
export const rawBody =
  (mostBytes: number): BodyReader =>
  (_, { headers, body = "", isBase64Encoded }: RequestEvent) => {
    const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
    if (bytes.length > mostBytes) {
      throw new DomainError("payload_too_large", `a message has at most ${mostBytes} bytes`);
    }
    return { data: { headers, body: bytes } satisfies RawCall, faults: [] };
  };

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
  readonly eventIdAt?: (body: unknown, field: string) => EventId | undefined;
  /** True if the X-Source-ID header is read. */
  readonly sourceTag?: true;
  /** Fields whose faults have their own error code. A malformed path is `not_found`, all else `invalid_request`. */
  readonly faultCodes?: Readonly<Record<string, ErrorCode>>;
};

/**
 * Sets `input` to the parsed path, query and body, and reports all faults of a request together. Faults in events,
 * including those found later, name their event.
 */
export const parsedInput = (
  definition: InputDefinition,
  { readParameters, readBody }: Readers,
): MiddlewareObj<RequestEvent, unknown> => ({
  before: ({ event }) => {
    const path = readParameters(definition.path, event.pathParameters ?? {});
    const query = queryOf(definition, event, readParameters);
    const body = readBody(definition, event, query.data);
    const tag = definition.sourceTag ? sourceTag(event.headers["x-source-id"]) : NOTHING;
    const faults = [
      ...path.faults,
      ...rewordQueryFaults(query.faults, definition, event.rawQueryString),
      ...rewordBodyFaults(body.faults, definition),
      ...tag.faults,
    ];
    if (faults.length > 0) throw refusal(faults, path.faults, definition);
    event.input = { path: path.data, query: query.data, body: body.data } as RequestEvent["input"];
    if (typeof tag.data === "string") event.sourceTag = tag.data;
  },
  onError: (request) => {
    const { error, event } = request;
    const { eventIdAt } = definition;
    if (!eventIdAt || !(error instanceof DomainError)) return;
    request.error = namedError(error, (field) => eventIdAt(event.given, field));
  },
});

/** Parses the query. A cursor is refused with other filters than it was made for. */
function queryOf(definition: InputDefinition, event: RequestEvent, read: ParameterReader): Parsed {
  const parsed = read(definition.query, unmarkedQuery(event));
  if (!definition.query || !hasForeignCursor(event)) return parsed;
  const others = parsed.faults.filter(({ field }) => field !== "cursor");
  return { data: undefined, faults: [...others, { field: "cursor", message: OTHER_FILTERS }] };
}

/** The message about a cursor that a list with these filters has not made. */
export const OTHER_FILTERS =
  "is not a cursor of this list with these filters: send the filters of the page before, or no cursor";

type Parsed = { readonly data: unknown; readonly faults: readonly Fault[] };

/** Parses a path or a query; undefined means empty. */
export type ParameterReader = (schema: z.ZodType | undefined, given: unknown) => Parsed;

export type BodyReader = (
  definition: InputDefinition,
  event: RequestEvent,
  query: unknown,
) => Parsed;

type Readers = { readonly readParameters: ParameterReader; readonly readBody: BodyReader };

export const NOTHING: Parsed = { data: {}, faults: [] };

/** Rejects every parameter of a part without a schema, so that a misspelt one does not pass unnoticed. */
export function noParameters(given: unknown = {}): Parsed {
  const unknown = Object.keys(given as object);
  return { data: {}, faults: unknown.map((field) => ({ field, message: UNKNOWN_FIELD })) };
}

function sourceTag(header: string | undefined): Parsed {
  if (header === undefined || SOURCE_KEY_FORM.test(header)) return { data: header, faults: [] };
  return { data: undefined, faults: [{ field: "X-Source-ID", message: SOURCE_KEY_RULE }] };
}

/** Returns the error for faults, some of them in the path. A malformed id alone is as unknown as one that never was. */
function refusal(
  faults: readonly Fault[],
  inPath: readonly Fault[],
  { faultCodes: codes = {} }: InputDefinition,
): DomainError {
  const [id] = inPath;
  const usual = id ? "not_found" : "invalid_request";
  if (id && faults.length === inPath.length && !(id.field in codes)) {
    return new DomainError(usual, id.message);
  }
  const special = Object.keys(codes).find((field) => faults.some((fault) => fault.field === field));
  const code = special === undefined ? undefined : codes[special];
  return new DomainError(code ?? usual, summaryOf(faults), faults);
}

/** Parses parameters with a schema and writes a message for every fault. */
export const parsedParameters: ParameterReader = (schema, given = {}) => {
  if (!schema) return noParameters(given);
  const read = readAs(schema, given);
  return read.success ? { ...NOTHING, data: read.data } : { data: undefined, faults: read.faults };
};

/** Body limit of public routes, in bytes; forty times the largest valid SME check. */
const PUBLIC_BODY_BYTES = 16_384;

/**
 * Rejects a body by its headers, before it is parsed.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`
 */
function rejectUnread(
  { route }: InputDefinition,
  { headers, body, isBase64Encoded }: RequestEvent,
) {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (encoding !== "identity") {
    const name = /^[\w-]{1,20}$/.test(encoding) ? encoding : "other";
    throw unsupported(`Content-Encoding: ${name} bodies are not taken; send it as it is`);
  }
  if (!isJson(headers["content-type"])) {
    throw unsupported("Content-Type: the body must be application/json, in UTF-8");
  }
  const bytes = Buffer.byteLength(body ?? "", isBase64Encoded ? "base64" : "utf8");
  if (route.scope === "public" && bytes > PUBLIC_BODY_BYTES) {
    const message = `without a key a body has at most ${PUBLIC_BODY_BYTES} bytes`;
    throw new DomainError("payload_too_large", message);
  }
}

const unsupported = (message: string) => new DomainError("unsupported_media_type", message);

/** True if the Content-Type is JSON in UTF-8, or is missing. */
function isJson(type: string | undefined): boolean {
  const [media = "", ...parameters] = (type ?? "application/json").toLowerCase().split(";");
  const charset = parameters.find((parameter) => parameter.trim().startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset.trim());
  return /^application\/([\w.-]+\+)?json$/.test(media.trim()) && isUtf8;
}

/**
 * Parses the body of a call with the schema of its endpoint. The parser has its own file, because functions for GET do
 * not need it.
 */
export const parsedBody: BodyReader = (definition, event, query) =>
  definition.body ? parseBody(definition, event, query) : withoutBody(definition, event);

function parseBody(definition: InputDefinition, event: RequestEvent, query: unknown): Parsed {
  const raw = definition.bodyOptional && !event.body ? {} : bodyOf(definition, event);
  event.given = raw;
  const apart = definition.bodyOfPartialCommit?.(query);
  if (apart) return ofBody(parsedParameters(apart, raw));
  const parsed = ofBody(parsedParameters(definition.body, raw));
  const more = definition.bodyFaults?.(raw, dayOf(event.now ?? new Date())) ?? [];
  return { data: parsed.data, faults: [...parsed.faults, ...more] };
}

/** Rewords faults of the whole body, which have no field name. */
const ofBody = ({ data, faults }: Parsed): Parsed => ({
  data,
  faults: faults.map((fault) =>
    fault.field === "" ? { ...fault, message: `the body ${fault.message}` } : fault,
  ),
});

/** True if a body asks to compute and store nothing. */
export const storesNothing = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "store" in body && body.store === false;

/** Parses the body of a route that may store nothing, and refuses any other request of a caller who may only read. */
export const bodyThatMayStoreNothing: BodyReader = (definition, event, query) => {
  const parsed = parsedBody(definition, event, query);
  if (event.refusalOfStoring && !storesNothing(event.given)) throw event.refusalOfStoring;
  return parsed;
};

const isReading = ({ requestContext }: RequestEvent): boolean =>
  ["GET", "HEAD"].includes(requestContext.http.method);

/** Rejects content sent to an endpoint without a body, which would be ignored otherwise. */
function withoutBody(definition: InputDefinition, event: RequestEvent): Parsed {
  // A body has no meaning in a GET (RFC 9110, 9.3.1), and some clients send an empty text.
  if (!event.body || isReading(event)) return NOTHING;
  const given = bodyOf(definition, event);
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  return noParameters(isObject ? given : { body: given });
}

/**
 * Returns the body of a call as JSON.
 * @throws DomainError `invalid_json` when the body is absent, not UTF-8, not JSON, or gives a key twice;
 *   `unsupported_media_type` and `payload_too_large` before any of it is parsed, `invalid_request` when it has more
 *   content than any valid request
 */
function bodyOf(definition: InputDefinition, event: RequestEvent): unknown {
  if (!event.body) throw invalid("the request needs a body: a JSON object");
  rejectUnread(definition, event);
  const text = textOf(event);
  if (text.trim() === "") throw invalid("the request needs a body: a JSON object");
  const fault = scannedFault(text);
  if (fault?.is === "too_large") throw errorOf("invalid_request", fault);
  const value = jsonOf(text);
  if (fault) throw errorOf("invalid_json", fault);
  return value;
}

function textOf({ body = "", isBase64Encoded }: RequestEvent): string {
  if (!isBase64Encoded) return body;
  try {
    const reader = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return reader.decode(Buffer.from(body, "base64"));
  } catch {
    throw invalid("the request body is not UTF-8");
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`the request body is not valid JSON${placeOf(text)}`);
  }
}

function placeOf(text: string): string {
  const fault = jsonFault(text);
  return fault ? `: line ${fault.line}, column ${fault.column}: ${fault.message}` : "";
}

const invalid = (message: string) => new DomainError("invalid_json", message);

function errorOf(code: ErrorCode, { path: field, message }: ScanFault): DomainError {
  return new DomainError(code, `${field || "the body"}: ${message}`, [{ field, message }]);
}
