import type { Content, Operation, Parameter, Response, Schema } from "../openapi.ts";
import { printComment, printType } from "./print-type.ts";

/** What the headers that a caller may set are called in a request. */
const HEADERS: Readonly<Record<string, string>> = {
  "Idempotency-Key": "idempotencyKey",
  "X-Source-ID": "sourceId",
};

/** An operation as a method of the client. */
export function printMethod(operation: Operation): string {
  const { operationId, summary } = operation;
  const request = requestOf(operation);
  const optional = (request.required ?? []).length === 0 ? "?" : "";
  const given = Object.keys(request.properties ?? {}).length > 0;
  const parameter = given ? `request${optional}: ${printType(request, "  ")}` : "";
  return `${printComment(summary, "  ")}  ${operationId}(${parameter}): Promise<${printAnswer(operation)}>;`;
}

type Part = { readonly name: string; readonly schema: Schema; readonly required: boolean };

/** Path, query, body and headers, as one object. */
function requestOf({ parameters = [], requestBody }: Operation): Schema {
  const { schema: body } = requestBody?.content["application/json"] ?? {};
  const parts = [
    ...placed("path", parameters),
    ...placed("query", parameters),
    ...(body ? [{ name: "body", schema: body, required: requestBody?.required === true }] : []),
    ...parameters.flatMap((one) => {
      const name = HEADERS[one.name];
      return name ? [{ name, schema: describedSchema(one), required: false }] : [];
    }),
  ];
  return objectOf(parts);
}

/** The parameters of one place as one part, required when one of them is. */
function placed(place: "path" | "query", parameters: readonly Parameter[]): Part[] {
  const ours = parameters.filter((parameter) => parameter.in === place);
  if (ours.length === 0) return [];
  const fields = ours.map((one) => ({
    name: one.name,
    schema: describedSchema(one),
    required: one.required === true,
  }));
  const required = fields.some((field) => field.required);
  return [{ name: place, schema: objectOf(fields), required }];
}

const describedSchema = ({ schema, description }: Parameter): Schema =>
  description ? { ...schema, description } : schema;

const objectOf = (parts: readonly Part[]): Schema => ({
  type: "object",
  properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
  required: parts.filter(({ required }) => required).map(({ name }) => name),
});

/** All that a success may be. */
function printAnswer({ responses }: Operation): string {
  const answers = Object.entries(responses).flatMap(([status, response]) => {
    if ("$ref" in response || status === "304" || status >= "400") return [];
    return status === "302" ? ["{ location: string }"] : typesOf(response);
  });
  return [...new Set(answers)].join(" | ") || "string";
}

/** Whether a success is a file, in an encoding of its own. */
export const answersFile = ({ responses }: Operation): boolean =>
  Object.values(responses).some(
    (response) =>
      !("$ref" in response) &&
      Object.values(response.content ?? {}).some(({ schema }) => schema.format === "binary"),
  );

const typesOf = ({ content = {} }: Response & { readonly content?: Content }): string[] =>
  Object.values(content).map(({ schema }) => printType(schema, "  "));
