import { dayOf } from "../../core/calendar/iso-date.ts";
import { DomainError, type ErrorCode } from "../../core/errors/errors.ts";
import { type ScanFault, scannedFault } from "../../core/input/duplicate-json-keys.ts";
import type { Call } from "../route.ts";
import {
  type BodyReader,
  type InputDefinition,
  NOTHING,
  noParameters,
  type Parsed,
  parsedParameters,
} from "./parsed-input.ts";

/** Body limit of public routes, in bytes; forty times the largest valid SME check. */
const PUBLIC_BODY_BYTES = 16_384;

/**
 * Rejects a body by its headers, before it is parsed.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`
 */
function rejectUnread({ route }: InputDefinition, { headers, body, isBase64Encoded }: Call) {
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
  const charset = parameters.find((one) => one.trim().startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset.trim());
  return /^application\/([\w.-]+\+)?json$/.test(media.trim()) && isUtf8;
}

/**
 * Parses the body of a call with the schema of its endpoint. The parser has its own file, because functions for GET do
 * not need it.
 */
export const parsedBody: BodyReader = (definition, event, query) =>
  definition.body ? parseBody(definition, event, query) : withoutBody(definition, event);

function parseBody(definition: InputDefinition, event: Call, query: unknown): Parsed {
  const raw = definition.bodyOptional && !event.body ? {} : bodyOf(definition, event);
  event.given = raw;
  const apart = definition.bodyOfPartialCommit?.(query);
  if (apart) return ofBody(parsedParameters(apart, raw));
  const parsed = ofBody(parsedParameters(definition.body, raw));
  const more = definition.bodyFaults?.(raw, dayOf(new Date())) ?? [];
  return { data: parsed.data, faults: [...parsed.faults, ...more] };
}

/** Rewords faults of the whole body, which have no field name. */
const ofBody = ({ data, faults }: Parsed): Parsed => ({
  data,
  faults: faults.map((fault) =>
    fault.field === "" ? { ...fault, message: `the body ${fault.message}` } : fault,
  ),
});

const isReading = ({ requestContext }: Call): boolean =>
  ["GET", "HEAD"].includes(requestContext.http.method);

/** Rejects content sent to an endpoint without a body, which would be ignored otherwise. */
function withoutBody(definition: InputDefinition, event: Call): Parsed {
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
function bodyOf(definition: InputDefinition, event: Call): unknown {
  rejectUnread(definition, event);
  const text = orInvalid(() => textOf(event));
  const fault = scannedFault(text);
  if (fault?.is === "too_large") throw errorOf("invalid_request", fault);
  const value = orInvalid((): unknown => JSON.parse(text));
  if (fault) throw errorOf("invalid_json", fault);
  return value;
}

const textOf = ({ body = "", isBase64Encoded }: Call): string =>
  isBase64Encoded
    ? new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body, "base64"))
    : body;

function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new DomainError("invalid_json", "the request body is not valid JSON");
  }
}

function errorOf(code: ErrorCode, { path: field, message }: ScanFault): DomainError {
  return new DomainError(code, `${field || "the body"}: ${message}`, [{ field, message }]);
}
