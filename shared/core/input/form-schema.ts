import * as z from "zod";

type JsonSchema = Record<string, unknown>;

/** The JSON Schema of what a caller sends, whole in itself: a form is drawn from it as it stands. */
export function formSchema(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return inlined(rest, $defs as JsonSchema) as JsonSchema;
}

/** `value` with what each reference names in its place; no such schema holds itself. */
function inlined(value: unknown, defs: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, defs));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  const named = typeof $ref === "string" ? defs[$ref.replace("#/$defs/", "")] : {};
  const fields = Object.entries({ ...(named as JsonSchema), ...rest });
  return Object.fromEntries(fields.map(([name, field]) => [name, inlined(field, defs)]));
}
