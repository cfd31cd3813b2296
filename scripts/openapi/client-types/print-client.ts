import type { Document, Operation, Schema } from "../openapi.ts";
import { printMethod, traitsOf } from "./print-operation.ts";
import { printComment, printType, typeNameOf } from "./print-type.ts";

const headOf = (subject: string): string => `/*
 * ${subject} of the EU VAT compliance API. Made from docs/openapi.json by
 * \`npm run openapi\`: do not edit.
 */
`;

const IMPORTS = `import type { Call, ListCall } from "./call.ts";
import type { FileAnswer, RequestOptions } from "./options.ts";
`;

/** Prints the types of error responses. Their file imports nothing, because every other file needs it. */
export function printErrors(document: Document): string {
  const { Error: body = {} } = document.components.schemas;
  return [
    headOf("Types of the error responses"),
    `/** The codes of refusals. */\nexport type ErrorCode = ${printType(body.properties?.["error"] ?? {})};\n`,
    printComponent(["Error", body]),
  ].join("\n");
}

/** Prints the types and operations of the client. */
export function printClient(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const { Error: _, ...schemas } = document.components.schemas;
  const parts = [
    headOf("Types and places of the operations") + IMPORTS,
    ...Object.entries(schemas).map(printComponent),
    printInterface(operations.map(({ operation }) => operation)),
    printTable(operations),
  ];
  return parts.join("\n");
}

const printComponent = ([name, schema]: [string, Schema]): string =>
  `${printComment(schema.description, "")}export type ${typeNameOf(name)} = ${printType(schema)};\n`;

const printInterface = (operations: readonly Operation[]): string =>
  `/** A method for every operation. */
export type Client = {
${operations.map(printMethod).join("\n\n")}
};
`;

const printTable = (
  operations: readonly { path: string; method: string; operation: Operation }[],
): string =>
  `/** Where each operation is. */
export const OPERATIONS = {
${operations
  .map(
    ({ path, method, operation }) =>
      `  ${operation.operationId}: { method: "${method.toUpperCase()}", path: "${path}"${traitsOf(operation)} },`,
  )
  .join("\n")}
} as const;
`;
