import type { Document, Operation, Schema } from "../openapi.ts";
import { printMethod, traitsOf } from "./print-operation.ts";
import { printComment, printType, typeNameOf } from "./print-type.ts";

const HEAD = `/*
 * Types and places of the operations of the EU VAT compliance API. Made from docs/openapi.json by
 * \`npm run openapi\`: do not edit.
 */
import type { Call, ListCall } from "./call.ts";
import type { FileAnswer, RequestOptions } from "./options.ts";
`;

export function printClient(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const { Error: errorBody } = document.components.schemas;
  const parts = [
    HEAD,
    `/** The codes of refusals. */\nexport type ErrorCode = ${printType(errorBody?.properties?.["error"] ?? {})};\n`,
    ...Object.entries(document.components.schemas).map(printComponent),
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
