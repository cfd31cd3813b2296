import * as z from "zod";
import type { ZodOpenApiOverride } from "zod-openapi";
import { dropEmptyDefault } from "../../shared/core/input/fields.ts";

type Context = Parameters<ZodOpenApiOverride>[0];
type JsonSchema = Context["jsonSchema"];

/** Adapts a zod schema to its JSON form, where zod's own translation is too close to the code or lacks information. */
export const onTheWire: ZodOpenApiOverride = (context) => {
  if (isTransform(context.zodSchema)) tellOfTransform(context);
  if (context.io === "input") tellOfNumberInText(context);
  dropImpossible(context.jsonSchema);
  dropEmptyDefault(context.jsonSchema);
  dropSafeIntegerBounds(context.jsonSchema);
  tellOfIntegers(context.jsonSchema);
  dropPatternWithFormat(context.jsonSchema);
  tellOfClassesInAscii(context.jsonSchema);
};

const isTransform = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  def.type === "pipe" && outOf(def)._zod.def.type === "transform";

const outOf = (def: z.core.$ZodTypeDef) => (def as z.core.$ZodPipeDef).out;

/**
 * Describes a text that is parsed into another type: requests and responses contain the text. zod takes its examples
 * for those of the result, and leaves them out.
 */
function tellOfTransform({ jsonSchema, zodSchema, io }: Context): void {
  delete jsonSchema.examples;
  if (io === "output") {
    const { $schema, ...text } = z.toJSONSchema((zodSchema._zod.def as z.core.$ZodPipeDef).in);
    Object.assign(jsonSchema, text);
  }
  const examples = z.globalRegistry.get(zodSchema)?.["examples"];
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}

/** Describes numeric parameters, which arrive as text, as numbers. */
function tellOfNumberInText({ jsonSchema, zodSchema }: Context): void {
  if (z.safeParse(zodSchema, "1").data !== 1) return;
  const usual = z.safeParse(zodSchema, undefined).data;
  delete jsonSchema.pattern;
  const minimum = z.safeParse(zodSchema, "0").success ? 0 : 1;
  Object.assign(jsonSchema, { type: "integer", format: "int32", minimum });
  if (typeof usual === "number") jsonSchema.default = usual;
}

/** Drops fields that must be absent (`z.never`): they are rejected like unknown fields, and need not be named. */
function dropImpossible({ properties = {} }: JsonSchema): void {
  for (const [name, property] of Object.entries(properties)) {
    if (JSON.stringify(property) === '{"not":{}}') delete properties[name];
  }
}

/** Drops the bounds of safe integers, which every JSON integer has. */
function dropSafeIntegerBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

const LARGEST_INT32 = 2 ** 31 - 1;

/**
 * Writes the type of integer literals, for which zod says `number`: Java that is generated from it does not compile. Gives
 * unbounded integers a format, without which Go, Java and others read 32 bits: amounts above 21 million fail.
 */
function tellOfIntegers(schema: JsonSchema): void {
  const values = schema.enum ?? [schema.const];
  const isLiteral = values.every(Number.isInteger);
  if (schema.type === "number" && isLiteral) schema.type = "integer";
  const { maximum = Number.POSITIVE_INFINITY } = schema;
  if (schema.type === "integer" && !isLiteral && maximum > LARGEST_INT32) schema.format ??= "int64";
}

/** Drops the regular expression that zod adds to `format`, because both say the same. */
function dropPatternWithFormat(schema: JsonSchema): void {
  if (schema.format === "date" || schema.format === "date-time") delete schema.pattern;
}

/**
 * Rewrites patterns for generators that read them without the flag `u`, and would take `\\p{Cc}` for letters. Control
 * characters become a range; surrogates and noncharacters are dropped, because the service itself rejects them.
 */
function tellOfClassesInAscii(schema: JsonSchema): void {
  schema.pattern &&= schema.pattern
    .replaceAll("\\p{Cc}", "\\u0000-\\u001f\\u007f-\\u009f")
    .replaceAll(/\\p\{(Cs|Noncharacter_Code_Point)\}/g, "");
}

/** Writes every nullable schema as a choice with null. A component can be nullable in no other way. */
export function nullableAsChoice(_: string, value: unknown): unknown {
  const { type, description, examples, ...schema } = (value ?? {}) as JsonSchema;
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== "null") return value;
  return {
    anyOf: [{ type: type[0], ...schema }, { type: "null" }],
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
  };
}
