import { withCodeSamples } from "./code-samples.ts";
import { type Examples, examplesOf, type RecordedCall } from "./examples.ts";
import { mapped } from "./mapped.ts";
import type { Content, Document, Operation, Parameter, Reference, Response } from "./openapi.ts";

export function withExamples(document: Document, recorded: Examples["operations"]): Document {
  const paths = mapped(document.paths, (methods, path) =>
    mapped(methods, (operation, method) =>
      shown(operation, { method, path }, recorded[operation.operationId] ?? []),
    ),
  );
  return { ...document, paths };
}

function shown(
  operation: Operation,
  place: { readonly method: string; readonly path: string },
  calls: readonly RecordedCall[],
): Operation {
  const { parameters, requestBody, responses } = operation;
  return {
    ...withCodeSamples(operation, place, calls),
    ...(parameters
      ? { parameters: parameters.map((parameter) => withValue(parameter, calls)) }
      : {}),
    ...(requestBody
      ? {
          requestBody: {
            ...requestBody,
            content: withBodies(requestBody.content, calls.map(sentAsJson), ({ body }) => body),
          },
        }
      : {}),
    responses: mapped(responses, (response, status) =>
      withAnswers(
        response,
        calls.filter((call) => `${call.status}` === status),
      ),
    ),
  };
}

/** Treats the request as JSON, regardless of the media type of the response. */
const sentAsJson = ({ content_type, ...call }: RecordedCall): RecordedCall => call;

function withValue(parameter: Parameter, calls: readonly RecordedCall[]): Parameter {
  const { name, in: place } = parameter;
  if (place === "header") return parameter;
  const text = calls.map((call) => call[place]?.[name]).find((value) => value !== undefined);
  if (text === undefined) return parameter;
  const isNumber = parameter.schema.type === "integer";
  return { ...parameter, example: isNumber ? Number(text) : text } as Parameter;
}

function withAnswers(
  response: Response | Reference,
  calls: readonly RecordedCall[],
): Response | Reference {
  if ("$ref" in response || !response.content) return response;
  return { ...response, content: withBodies(response.content, calls, ({ answer }) => answer) };
}

const withBodies = (
  content: Content,
  calls: readonly RecordedCall[],
  pick: (call: RecordedCall) => unknown,
): Content =>
  mapped(content, (media, type) => {
    const fitting = calls.filter(({ content_type = type }) => content_type === type);
    return { ...media, ...examplesOf(fitting, pick) };
  });
