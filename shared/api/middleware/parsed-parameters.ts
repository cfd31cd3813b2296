import { readAs } from "../../core/errors/field-errors.ts";
import { NOTHING, noParameters, type ParameterReader } from "./parsed-input.ts";

/**
 * Reads by a schema, and words what is wrong. A file of its own: functions that take nothing do
 * without the words.
 */
export const parsedParameters: ParameterReader = (schema, given = {}) => {
  if (!schema) return noParameters(given);
  const read = readAs(schema, given);
  return read.success ? { ...NOTHING, data: read.data } : { data: undefined, faults: read.faults };
};
