import { mapped } from "./mapped.ts";
import type { Document, Schema } from "./openapi.ts";

/**
 * Moves the default of every optional field of a component into its description. Generators read `default` otherwise than
 * JSON Schema does: openapi-typescript makes the field required, and openapi-generator writes Go that does not compile.
 */
export const withDefaultsInWords = (document: Document): Document => ({
  ...document,
  components: {
    ...document.components,
    schemas: mapped(document.components.schemas, inSchema),
  },
});

function inSchema(schema: Schema): Schema {
  const { properties, items, additionalProperties, required = [] } = schema;
  return {
    ...schema,
    ...(properties
      ? {
          properties: mapped(properties, (field, name) =>
            required.includes(name) ? inSchema(field) : inWords(inSchema(field)),
          ),
        }
      : {}),
    ...(items ? { items: inSchema(items) } : {}),
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: inSchema(additionalProperties) }
      : {}),
    ...Object.fromEntries(
      (["anyOf", "oneOf", "allOf"] as const).flatMap((kind) =>
        schema[kind] ? [[kind, schema[kind].map(inSchema)]] : [],
      ),
    ),
  };
}

function inWords(field: Schema): Schema {
  if (!("default" in field)) return field;
  const { default: usual, ...rest } = field as Schema & { default: unknown };
  const words = typeof usual === "string" ? usual : JSON.stringify(usual);
  // An empty default says no more than that the field is optional.
  if (["", "[]", "{}"].includes(words)) return rest;
  return { ...rest, description: `${rest.description ?? ""} (default: \`${words}\`)`.trim() };
}
