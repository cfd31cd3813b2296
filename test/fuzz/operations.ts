import { readFileSync } from "node:fs";
import type { Document, Operation, Parameter, Schema } from "../../scripts/openapi/openapi.ts";

/*
 * What can be attacked, read from the committed OpenAPI document: a new endpoint or field is
 * attacked from the day on which it is documented.
 */
const document: Document = JSON.parse(readFileSync("docs/openapi.json", "utf8"));

/** Where a field is in a body: names of fields and places in lists. */
export type FieldPath = readonly (string | number)[];

export type Target = {
  readonly operationId: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly (Parameter & { readonly example?: unknown })[];
  /** Bodies that the document shows; none when the endpoint takes no body. */
  readonly bodies: readonly unknown[];
  readonly fields: readonly FieldPath[];
};

export const targets: readonly Target[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => targetOf(path, method, operation)),
);

function targetOf(path: string, method: string, operation: Operation): Target {
  const content = operation.requestBody?.content["application/json"];
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: operation.parameters ?? [],
    bodies: content ? examplesOf(content) : [],
    fields: content ? distinct(fieldsOf(content.schema, [])) : [],
  };
}

function examplesOf(content: object): unknown[] {
  const { examples = {} } = content as { examples?: Record<string, { value: unknown }> };
  return Object.values(examples).map(({ value }) => value);
}

/** Every field that some form of the schema has; the first item stands for a list. */
function fieldsOf(schema: Schema, at: FieldPath): FieldPath[] {
  const { $ref, anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema;
  if ($ref) return fieldsOf(named($ref), at);
  const forms = [...anyOf, ...oneOf, ...allOf].flatMap((form) => fieldsOf(form, at));
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [...at, name],
    ...fieldsOf(field, [...at, name]),
  ]);
  const items = [...(schema.items ? [schema.items] : []), ...prefixItems].flatMap((item, n) => [
    [...at, n],
    ...fieldsOf(item, [...at, n]),
  ]);
  return [...forms, ...inside, ...items];
}

function named(reference: string): Schema {
  const schema = document.components.schemas[reference.split("/").at(-1) ?? ""];
  if (!schema) throw new Error(`${reference} is not in the document`);
  return schema;
}

function distinct(paths: readonly FieldPath[]): FieldPath[] {
  return [...new Map(paths.map((path) => [path.join("."), path])).values()];
}
