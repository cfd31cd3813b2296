import { ApiError, ConnectionError } from "../../../client/src/eu-vat-client.ts";
import { NoReturnError } from "../period/load-period.ts";
import type { Say } from "../texts/say.ts";
import { faultText } from "./fault-text.ts";
import { NotUtf8Error } from "./text-of-file.ts";

/** One fault of a request: the field of the API, and what is wrong in the reader's words. */
type ShownFault = { readonly field: string; readonly text: string };

const SHOWN = 5;

/** Returns the faults of single fields, in the reader's words. */
export const faultsOf = (failure: unknown, say: Say): ShownFault[] =>
  failure instanceof ApiError
    ? failure.details
        .slice(0, SHOWN)
        .map(({ field, message }) => ({ field, text: faultText(message, say) }))
    : [];

/**
 * Returns the text of an error: the translation of its code if there is one, else what is wrong with each field, else
 * the service's message.
 */
export function refusalText(failure: unknown, say: Say): string {
  if (failure instanceof NoReturnError) return say.code("error.registration_required");
  if (failure instanceof ConnectionError) return say("error.noConnection");
  if (failure instanceof NotUtf8Error) return say("error.notUtf8");
  if (!(failure instanceof ApiError)) return say("error.unexpected");
  const text = say.known(`error.${failure.code}`);
  const faults = faultsOf(failure, say).map(
    (fault) => `${fieldName(fault.field, say)}: ${fault.text}`,
  );
  if (faults.length > 0) return [...(text ? [text] : []), ...faults].join("\n");
  return text ?? failure.message;
}

/** Returns the name of a field for people, by the last part of its path, and the line of a file. */
export function fieldName(field: string, say: Say): string {
  const [, line, column] = /\.line_(\d+)\.(\w+)$/.exec(field) ?? [];
  if (line && column) return say("fault.line", { line, name: fieldName(column, say) });
  const last = field.split(".").findLast((part) => !/^\d+$/.test(part)) ?? field;
  return say.known(`field.${last}`) ?? last.replaceAll("_", " ");
}
