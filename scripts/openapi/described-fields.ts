import { mapped } from "./mapped.ts";
import type { Content, Document, Operation, Parameter, Response, Schema } from "./openapi.ts";
import { WORDS, wordOf } from "./words/words.ts";

/** Returns the document with descriptions for all fields and parameters whose schema has none. */
export function withWords(document: Document): Document {
  const { schemas, responses } = document.components;
  return {
    ...document,
    paths: mapped(document.paths, (methods) => mapped(methods, describedOperation)),
    components: {
      ...document.components,
      schemas: mapped(schemas, (schema, name) => described(schema, [name])),
      responses: mapped(responses, (response, name) => describedAnswer(response, name)),
    },
  };
}

function describedOperation(operation: Operation): Operation {
  const { operationId, parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map((given) => parameter(given, operationId)) } : {}),
    ...(requestBody
      ? { requestBody: { ...requestBody, content: inContent(requestBody.content, operationId) } }
      : {}),
    responses: mapped(responses, (response) =>
      "$ref" in response ? response : describedAnswer(response, operationId),
    ),
  };
}

function parameter(given: Parameter, operationId: string): Parameter {
  const description =
    given.description ?? given.schema.description ?? wordFor([operationId, given.name]);
  return { ...given, ...(description ? { description } : {}) };
}

const describedAnswer = <R extends Response>(response: R, name: string): R =>
  response.content ? { ...response, content: inContent(response.content, name) } : response;

const inContent = (content: Content, name: string): Content =>
  mapped(content, (media) => ({ ...media, schema: described(media.schema, [name]) }));

/** Describes every field of `schema` at `path`, at any depth. */
function described(schema: Schema, path: readonly string[]): Schema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties
      ? { properties: mapped(properties, (field, name) => fieldAt(field, [...path, name])) }
      : {}),
    ...(items ? { items: described(items, path) } : {}),
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: described(additionalProperties, path) }
      : {}),
    ...alternatives(schema, path),
  };
}

function fieldAt(field: Schema, path: readonly string[]): Schema {
  const inner = described(field, path);
  const description = inner.description ?? wordFor(path);
  return description ? { ...inner, description } : inner;
}

const alternatives = (schema: Schema, path: readonly string[]): Schema =>
  Object.fromEntries(
    (["anyOf", "oneOf", "allOf"] as const).flatMap((kind) =>
      schema[kind] ? [[kind, schema[kind].map((schema) => described(schema, path))]] : [],
    ),
  );

function wordFor(path: readonly string[]): string | undefined {
  const end = wordOf(path);
  return end === undefined ? undefined : WORDS.get(end);
}
