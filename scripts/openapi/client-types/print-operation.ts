import type { Content, Operation, Parameter, Response, Schema } from "../openapi.ts";
import { printComment, printType } from "./print-type.ts";

/** The names of settable headers in a request of the client. */
const HEADERS: Readonly<Record<string, string>> = {
  "Idempotency-Key": "idempotencyKey",
  "X-Source-ID": "sourceId",
};

/** Prints an operation as a method of the client; an operation with several forms of body has several signatures. */
export const printMethod = (operation: Operation): string =>
  formsOf(operation).map(printForm).join("\n\n");

/** True for the parameter that decides the form of the response, independent of the form of the body. */
const isOnError = ({ name }: Parameter): boolean => name === "on_error";

const chosenAs = (parameter: Parameter, chosen: string): Parameter => ({
  ...parameter,
  required: chosen === "skip",
  schema: { ...parameter.schema, enum: [chosen] },
});

/** Splits an operation with several forms of body and response into one operation for each form. */
function formsOf(operation: Operation): Operation[] {
  const { requestBody, parameters = [] } = operation;
  const answers = answersOf(operation);
  if (answers.length < 2) return [operation];
  if (parameters.some(isOnError)) {
    return ["refuse", "skip"].map((chosen, form) => ({
      ...withAnswer(operation, answers[form]),
      parameters: parameters.map((parameter) =>
        isOnError(parameter) ? chosenAs(parameter, chosen) : parameter,
      ),
    }));
  }
  const bodies = requestBody?.content["application/json"]?.schema.anyOf ?? [];
  if (!requestBody || answers.length !== bodies.length) return [operation];
  return bodies.map((body, form) => ({
    ...withAnswer(operation, answers[form]),
    requestBody: { ...requestBody, content: json(body) },
  }));
}

const successOf = ({ responses }: Operation) =>
  Object.entries(responses).find(([code]) => code < "300") ?? [];

/** Returns the forms of a JSON response that has several. */
function answersOf(operation: Operation): readonly Schema[] {
  const [, response] = successOf(operation);
  const isKnown = response && !("$ref" in response);
  return (isKnown && response.content?.["application/json"]?.schema.anyOf) || [];
}

function withAnswer(operation: Operation, answer: Schema | undefined): Operation {
  const [status = "200", response] = successOf(operation);
  const content = json(answer);
  return { ...operation, responses: { [status]: { ...(response as Response), content } } };
}

const json = (schema: Schema | undefined): Content => ({
  "application/json": { schema: schema ?? {} },
});

function printForm(operation: Operation): string {
  const { operationId, summary } = operation;
  const formats = formatsOf(operation);
  const request = requestOf(operation, formats !== undefined);
  const optional = (request.required ?? []).length === 0 ? "?" : "";
  const given = Object.keys(request.properties ?? {}).length > 0;
  const parameter = `request${optional}: ${given ? printType(request, "  ") : "Record<string, never>"}`;
  const generic = formats ? `<${formats.parameter}>` : "";
  const answer = `${isList(operation) ? "ListCall" : "Call"}<${formats?.answer ?? printAnswer(operation)}>`;
  return `${printComment(summary, "  ")}  ${operationId}${generic}(${parameter}, options?: RequestOptions): ${answer};`;
}

/** Prints the properties of an operation that the client needs, as fields of its row. */
export const traitsOf = (operation: Operation): string =>
  [
    takesKey(operation) ? ", once: true" : "",
    answersFile(operation) ? ", file: true" : "",
    isList(operation) ? ", list: true" : "",
    operation["x-role"] ? `, role: "${operation["x-role"]}"` : "",
    operation["x-key-scope"] ? ", fullKey: true" : "",
  ].join("");

const takesKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name }) => name === "Idempotency-Key");

const isList = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ name }) => name === "cursor");

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Returns the type parameter and the response type of an operation with a selectable format. */
function formatsOf(operation: Operation): { parameter: string; answer: string } | undefined {
  const asked = operation.parameters?.find(({ name }) => name === "format");
  if (!asked?.schema.enum) return undefined;
  const names = asked.schema.enum.map(String);
  const content = contentOf(operation);
  const answers = names.map((name) => {
    const media = content[MEDIA_TYPES[name] ?? ""];
    if (!media) throw new Error(`${operation.operationId} has no answer for the format ${name}`);
    return `${name}: ${printType(media.schema, "  ")}`;
  });
  const union = names.map((name) => JSON.stringify(name)).join(" | ");
  return {
    parameter: `F extends ${union}${asked.required ? "" : ' = "json"'}`,
    answer: `{ ${answers.join("; ")} }[F]`,
  };
}

const contentOf = ({ responses }: Operation): Content =>
  Object.assign(
    {},
    ...Object.entries(responses).map(([status, response]) =>
      "$ref" in response || status >= "300" ? {} : (response.content ?? {}),
    ),
  );

type Part = { readonly name: string; readonly schema: Schema; readonly required: boolean };

/** Combines path, query, body and headers into one object. */
function requestOf({ parameters = [], requestBody }: Operation, generic: boolean): Schema {
  const { schema: body } = requestBody?.content["application/json"] ?? {};
  const parts = [
    ...placed("path", parameters),
    ...placed("query", parameters, generic),
    ...(body ? [{ name: "body", schema: body, required: requestBody?.required === true }] : []),
    ...parameters.flatMap((parameter) => {
      const name = HEADERS[parameter.name];
      return name ? [{ name, schema: describedSchema(parameter), required: false }] : [];
    }),
  ];
  return objectOf(parts);
}

/** Combines the parameters of one place into one part, which is required if any parameter is. */
function placed(
  place: "path" | "query",
  parameters: readonly Parameter[],
  generic = false,
): Part[] {
  const ours = parameters.filter((parameter) => parameter.in === place);
  if (ours.length === 0) return [];
  const fields = ours.map((parameter) => ({
    name: parameter.name,
    schema: { ...describedSchema(parameter), ...typedByHand(parameter, generic) },
    required: parameter.required === true,
  }));
  const required = fields.some((field) => field.required);
  return [{ name: place, schema: objectOf(fields), required }];
}

/**
 * Returns a TypeScript type for special parameters: the cursor of a page may be null, and the response depends on the
 * format.
 */
const typedByHand = ({ name }: Parameter, generic: boolean): { readonly typescript?: string } => {
  if (name === "cursor") return { typescript: "string | null" };
  return generic && name === "format" ? { typescript: "F" } : {};
};

const describedSchema = ({ schema, description }: Parameter): Schema =>
  description ? { ...schema, description } : schema;

const objectOf = (parts: readonly Part[]): Schema => ({
  type: "object",
  properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
  required: parts.filter(({ required }) => required).map(({ name }) => name),
});

function printAnswer({ responses }: Operation): string {
  const answers = Object.entries(responses).flatMap(([status, response]) => {
    if ("$ref" in response || status === "304" || status >= "400") return [];
    // A link has the same form as the body that can be requested instead.
    const isLink = status === "302" && !("200" in responses);
    return isLink ? ["{ location: string }"] : typesOf(response);
  });
  return [...new Set(answers)].join(" | ") || "string";
}

/** True if a successful response is a file with an encoding of its own. */
const answersFile = ({ responses }: Operation): boolean =>
  Object.values(responses).some(
    (response) =>
      !("$ref" in response) &&
      Object.values(response.content ?? {}).some(({ schema }) => schema.format === "binary"),
  );

const typesOf = ({ content = {} }: Response & { readonly content?: Content }): string[] =>
  Object.values(content).map(({ schema }) => printType(schema, "  "));
