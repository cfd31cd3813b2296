import { dayOf } from "../../calendar/iso-date.ts";
import { doubledKey } from "../../input/doubled-key.ts";
import { DomainError } from "../../refusals/errors.ts";
import type { Call } from "../route.ts";
import {
  type BodyReader,
  type InputDefinition,
  NOTHING,
  type Parsed,
  parse,
} from "./parsed-input.ts";

/**
 * Reads the body of a call by the schema of its endpoint. A file of its own: functions that answer GET
 * do without it.
 */
export const parsedBody: BodyReader = (definition, event) =>
  definition.body ? parseBody(definition, event) : withoutBody(event);

function parseBody(definition: InputDefinition, event: Call): Parsed {
  const raw = definition.bodyOptional && !event.body ? {} : bodyOf(event);
  const parsed = parse(definition.body, raw);
  const more = definition.bodyFaults?.(raw, dayOf(new Date())) ?? [];
  return { data: parsed.data, faults: [...parsed.faults, ...more] };
}

/** What is sent to an endpoint that takes no body says something that would not be done. */
function withoutBody(event: Call): Parsed {
  // A body has no meaning in a GET (RFC 9110, 9.3.1), and some clients send an empty text.
  if (!event.body || event.requestContext.http.method === "GET") return NOTHING;
  const given = bodyOf(event);
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  return parse(undefined, isObject ? given : { body: given });
}

/** @throws DomainError `invalid_json` when the body is absent, not UTF-8, not JSON, or gives a key twice. */
function bodyOf(event: Call): unknown {
  const { text, value } = parsedJson(event);
  const key = doubledKey(text);
  if (key === undefined) return value;
  // The last one would win without a word, in a service that refuses unknown fields.
  const message = "is given twice";
  throw new DomainError("invalid_json", `${key}: ${message}`, [{ field: key, message }]);
}

function parsedJson(event: Call): { readonly text: string; readonly value: unknown } {
  try {
    const text = event.isBase64Encoded
      ? new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(event.body ?? "", "base64"))
      : (event.body ?? "");
    return { text, value: JSON.parse(text) };
  } catch {
    throw new DomainError("invalid_json", "the request body is not valid JSON");
  }
}
