import * as z from "zod";
import type { Fault } from "../errors/errors.ts";
import type { Currency } from "../money/money.ts";

/** A request in which some fields are missing or could not be parsed. */
export type PartOf<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/**
 * Adds cross-field rules to `schema`.
 * The rules receive only the readable fields and run even when other fields are malformed, so that every fault is
 * reported at once. A list counts as readable even when its elements are malformed. A malformed field already has its
 * own fault, so rules add none to it. A field among `removed` gets the message there, instead of that of an unknown one.
 */
export const withRules = <Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  faultsOf: (readable: PartOf<z.output<z.ZodObject<Shape, z.core.$strict>>>) => readonly Fault[],
  removed: Readonly<Record<string, string>> = {},
) =>
  schema.superRefine(
    (given, { issues, addIssue }) => {
      for (const field of removedFields(issues, removed)) {
        addIssue({ code: "custom", path: [field], message: removed[field] });
      }
      // An unknown nested field leaves its parent field readable.
      const faulty = issues.filter(({ code }) => code !== "unrecognized_keys");
      // The whole value has the wrong type, so no field can be checked.
      if (faulty.some(({ path = [] }) => path.length === 0)) return;
      const misshapen = new Set(faulty.map(({ path }) => path?.join(".")));
      const readable = Object.entries(given).filter(([field]) => !misshapen.has(field));
      for (const { field, message } of faultsOf(
        Object.fromEntries(readable) as PartOf<typeof given>,
      )) {
        if (!misshapen.has(field)) addIssue({ code: "custom", path: field.split("."), message });
      }
    },
    { when: ({ value }) => typeof value === "object" && value !== null },
  );

/** Takes the removed fields out of the issues of unknown fields, and returns them. */
function removedFields(issues: z.core.$ZodRawIssue[], removed: object): string[] {
  const isRemoved = (field: string) => Object.hasOwn(removed, field);
  return [...issues.entries()].flatMap(([at, issue]) => {
    if (issue.code !== "unrecognized_keys" || issue.path?.length) return [];
    issues[at] = { ...issue, keys: issue.keys.filter((field) => !isRemoved(field)) };
    return issue.keys.filter(isRemoved);
  });
}

/** A parameter of a query with several values, separated by commas. */
export const severalOf = <Value extends z.ZodType<unknown, string>>(value: Value) =>
  z
    .string()
    .max(1000)
    .transform((text) => text.split(","))
    .pipe(z.array(value));

type JsonSchema = Record<string, unknown>;

/** Returns the JSON Schema of a caller's input without references, so that a form can be rendered from it directly. */
export function formSchema(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => dropEmptyDefault(jsonSchema),
  });
  return inlined(rest, $defs as JsonSchema) as JsonSchema;
}

/** Drops a default that stands for a text that was left out: forms show nothing for it, and it may be too short. */
export function dropEmptyDefault(schema: { default?: unknown }): void {
  if (schema.default === "") delete schema.default;
}

/** Replaces each reference in `value` with its definition. The schemas are not recursive. */
function inlined(value: unknown, defs: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((element) => inlined(element, defs));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  const named = typeof $ref === "string" ? defs[$ref.replace("#/$defs/", "")] : {};
  const fields = Object.entries({ ...(named as JsonSchema), ...rest });
  return Object.fromEntries(fields.map(([name, field]) => [name, inlined(field, defs)]));
}

/**
 * Text of at most `longest` characters that survives storage. A lone surrogate would be read back as another character,
 * and two ids could become one. Control characters are rejected.
 */
export const text = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode")
    .refine((value) => !/\p{Cc}/u.test(value), "must hold no control characters");

/** Characters that are present but invisible: formats, joiners and fillers. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** A text with only invisible characters, which counts as empty. */
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]+$/u;

const isSeen = (given: string): boolean => !UNSEEN.test(given);

const UNSEEN_RULE = "must hold something that can be read";

/** Free text. Zero-width joiners are allowed because emoji and some scripts need them. */
export const readable = (longest: number) => text(longest).refine(isSeen, UNSEEN_RULE);

/**
 * An id that a caller chooses. Two ids that look equal must be equal: otherwise a sale could be declared twice. Other
 * forms are rejected, not normalized, so that the id in the response equals the id that was sent.
 */
export const identifier = (longest: number) =>
  text(longest)
    .refine((id) => id.normalize("NFC") === id, "must be in Unicode normalization form C")
    .refine((id) => !INVISIBLE.test(id), "must hold no invisible characters")
    .refine(isSeen, UNSEEN_RULE);

/** A currency that is checked elsewhere: before it was stored, or by the rules of a request. */
export const KnownCurrency = z.string() as z.ZodType<Currency, string>;

/**
 * A display name without control characters and lone surrogates, which cannot be stored. Surrounding spaces are trimmed
 * after the checks that the OpenAPI document describes.
 */
export const Name = z
  .string("must be a text")
  .max(200, "must have at most 200 characters")
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters")
  .trim()
  .min(1, "must not be empty")
  .refine(isSeen, UNSEEN_RULE)
  .meta({ id: "Name", description: "A name, at most 200 characters" });

/**
 * Text pairs that a caller stores with an object and that this service does not interpret. The key `__proto__` is
 * rejected, because a record would drop it silently.
 */
export const Metadata = z.preprocess(
  (pairs, context) => {
    if (typeof pairs === "object" && pairs !== null && Object.hasOwn(pairs, "__proto__")) {
      context.addIssue({ code: "custom", path: ["__proto__"], message: "must not be a key" });
    }
    return pairs;
  },
  z
    .record(
      text(40),
      z
        .string()
        .max(500)
        .refine((value) => value.isWellFormed(), "must be well-formed Unicode"),
    )
    .refine((pairs) => Object.keys(pairs).length <= 20, "at most 20 pairs"),
);
