import * as z from "zod";
import type { ZodOpenApiOverride } from "zod-openapi";

type Context = Parameters<ZodOpenApiOverride>[0];
type JsonSchema = Context["jsonSchema"];

/**
 * What a zod schema looks like on the wire, where zod's own translation is too faithful to the code
 * or cannot know.
 */
export const onTheWire: ZodOpenApiOverride = (context) => {
  if (isTransform(context.zodSchema)) tellOfTransform(context);
  if (context.io === "input") tellOfNumberInText(context);
  dropImpossible(context.jsonSchema);
  dropSafeIntegerBounds(context.jsonSchema);
  dropPatternBesideFormat(context.jsonSchema);
  tellOfClassesInAscii(context.jsonSchema);
};

const isTransform = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  def.type === "pipe" && outOf(def)._zod.def.type === "transform";

const outOf = (def: z.core.$ZodTypeDef) => (def as z.core.$ZodPipeDef).out;

/**
 * A text that is parsed into something else is sent, and answered, as that text. zod takes its
 * examples for those of the result, and leaves them out.
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

/** Parameters arrive as text; where the text is a number, the number is what callers know. */
function tellOfNumberInText({ jsonSchema, zodSchema }: Context): void {
  if (z.safeParse(zodSchema, "1").data !== 1) return;
  const usual = z.safeParse(zodSchema, undefined).data;
  delete jsonSchema.pattern;
  Object.assign(jsonSchema, { type: "integer", minimum: 1 });
  if (typeof usual === "number") jsonSchema.default = usual;
}

/** A field that must not be there (`z.never`) is refused like any unknown one: it need not be named. */
function dropImpossible({ properties = {} }: JsonSchema): void {
  for (const [name, property] of Object.entries(properties)) {
    if (JSON.stringify(property) === '{"not":{}}') delete properties[name];
  }
}

/** Every JSON integer has the bounds of a safe one; saying so tells nobody anything. */
function dropSafeIntegerBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** `format` says the same as the regular expression that zod puts beside it. */
function dropPatternBesideFormat(schema: JsonSchema): void {
  if (schema.format === "date" || schema.format === "date-time") delete schema.pattern;
}

/**
 * Many generators read a pattern without the flag `u`, and would take `\\p{Cc}` for letters. Control
 * characters have a range; surrogates and noncharacters are left to the service, which refuses them.
 */
function tellOfClassesInAscii(schema: JsonSchema): void {
  schema.pattern &&= schema.pattern
    .replaceAll("\\p{Cc}", "\\u0000-\\u001f\\u007f-\\u009f")
    .replaceAll(/\\p\{(Cs|Noncharacter_Code_Point)\}/g, "");
}
