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

/** What anybody may send without a key: forty times what the SME check needs. */
const PUBLIC_BODY_BYTES = 16_384;

/**
 * Refuses a body that is not to be read, by what is said of it.
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

/** Whoever says nothing is read as JSON; who says another thing means another thing. */
function isJson(type: string | undefined): boolean {
  const [media = "", ...parameters] = (type ?? "application/json").toLowerCase().split(";");
  const charset = parameters.find((one) => one.trim().startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset.trim());
  return /^application\/([\w.-]+\+)?json$/.test(media.trim()) && isUtf8;
}

/**
 * Reads the body of a call by the schema of its endpoint. A file of its own: functions that answer GET
 * do without it.
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

/** What is no field has no name to be told by. */
const ofBody = ({ data, faults }: Parsed): Parsed => ({
  data,
  faults: faults.map((fault) =>
    fault.field === "" ? { ...fault, message: `the body ${fault.message}` } : fault,
  ),
});

const isReading = ({ requestContext }: Call): boolean =>
  ["GET", "HEAD"].includes(requestContext.http.method);

/** What is sent to an endpoint that takes no body says something that would not be done. */
function withoutBody(definition: InputDefinition, event: Call): Parsed {
  // A body has no meaning in a GET (RFC 9110, 9.3.1), and some clients send an empty text.
  if (!event.body || isReading(event)) return NOTHING;
  const given = bodyOf(definition, event);
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  return noParameters(isObject ? given : { body: given });
}

/**
 * @throws DomainError `invalid_json` when the body is absent, not UTF-8, not JSON, or gives a key twice;
 *   `unsupported_media_type` and `payload_too_large` before any of it is read, `invalid_request` when
 *   it holds more than any request means
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
