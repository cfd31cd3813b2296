import { ApiError, ConnectionError } from "../../../../client/src/eu-vat-client.ts";
import type { Say } from "../texts/say.ts";

/**
 * Returns the text of an error: the translation of its code if there is one, else the service's message. Faults of
 * single fields follow in the service's words.
 */
export function refusalText(failure: unknown, say: Say): string {
  if (failure instanceof ConnectionError) return say("error.noConnection");
  if (!(failure instanceof ApiError)) return say("error.unexpected");
  const code = `error.${failure.code}`;
  const text = say.code(code);
  const told = text === code ? failure.message : text;
  const faults = failure.details.slice(0, 5).map(({ field, message }) => `${field}: ${message}`);
  return [told, ...faults].join("\n");
}
