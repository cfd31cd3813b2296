import type * as z from "zod";
import type { Fault } from "../../core/errors/errors.ts";
import { UNKNOWN_FIELD } from "../../core/errors/field-errors.ts";

type Places = { readonly query?: z.ZodType; readonly body?: z.ZodType };

/**
 * Rewords faults of the query for its caller: a name that belongs into the body, an unknown one with the known ones,
 * one that was sent in the body, and one that was sent twice.
 */
export function rewordQueryFaults(
  faults: readonly Fault[],
  { query, body }: Places,
  rawQueryString: string | undefined,
): readonly Fault[] {
  if (faults.length === 0) return faults;
  const twice = doubledNames(rawQueryString);
  const [known, ofBody] = [namesOf(query), namesOf(body)];
  return faults.map(({ field: place, message }) => {
    // A list is one parameter, with its values between commas; a fault of a value names its place.
    const field = place.replace(/\.\d+$/, "");
    if (twice.has(place)) return { field, message: "is sent more than once: send it once" };
    if (!message.startsWith(UNKNOWN_FIELD)) return { field, message };
    return { field, message: ofBody.includes(field) ? "send it in the body" : unknown(known) };
  });
}

const unknown = (known: readonly string[]): string =>
  known.length === 0
    ? "unknown parameter: the query of this path takes none"
    : `unknown parameter: the query takes ${known.join(", ")}`;

/** Rewords the faults of fields that were sent in the body, and are parameters of the query. */
export function rewordBodyFaults(faults: readonly Fault[], { query }: Places): readonly Fault[] {
  if (faults.length === 0) return faults;
  const known = namesOf(query);
  return faults.map((fault) =>
    fault.message.startsWith(UNKNOWN_FIELD) && known.includes(fault.field)
      ? { ...fault, message: `send it in the query: ?${fault.field}=…` }
      : fault,
  );
}

/** Names that a query string has more than once. API Gateway joins their values with a comma. */
function doubledNames(raw = ""): ReadonlySet<string> {
  const names = [...new URLSearchParams(raw).keys()];
  return new Set(names.filter((name, at) => names.indexOf(name) < at));
}

type Definition = {
  readonly shape?: object;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
};

/** Returns the names of the top-level fields that a schema knows, in any of its forms. */
function namesOf(schema: z.ZodType | undefined): readonly string[] {
  if (!schema) return [];
  const { shape, options = [], innerType, in: input, out } = schema.def as Definition;
  if (shape) return Object.keys(shape);
  return [...new Set([...options, innerType, input, out].flatMap(namesOf))];
}
