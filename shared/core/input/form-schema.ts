import * as z from "zod";

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
  if (Array.isArray(value)) return value.map((one) => inlined(one, defs));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as JsonSchema;
  const named = typeof $ref === "string" ? defs[$ref.replace("#/$defs/", "")] : {};
  const fields = Object.entries({ ...(named as JsonSchema), ...rest });
  return Object.fromEntries(fields.map(([name, field]) => [name, inlined(field, defs)]));
}
