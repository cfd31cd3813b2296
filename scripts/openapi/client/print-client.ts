import type { Document, Operation, Schema } from "../openapi.ts";
import { answersFile, printMethod } from "./print-operation.ts";
import { printComment, printType, typeNameOf } from "./print-type.ts";

const HEAD = `/*
 * A client of the EU VAT compliance API. Made from docs/openapi.json by \`npm run openapi\`: do not edit.
 * It depends on nothing but fetch; copy it into your project.
 *
 *   const client = createClient({ baseUrl: "http://127.0.0.1:3000", apiKey });
 *   const summary = await client.getQuarterlySummary({ query: { period: "2026-Q2" } });
 */
`;

const MARK = "//--- from here on part of the client ---\n";

/** The source of the client; `runtime` is the text of runtime.ts. */
export function printClient(document: Document, runtime: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const { Error: errorBody } = document.components.schemas;
  const parts = [
    HEAD,
    `export type ErrorCode = ${printType(errorBody?.properties?.["error"] ?? {})};\n`,
    ...Object.entries(document.components.schemas).map(printComponent),
    printInterface(operations.map(({ operation }) => operation)),
    printTable(operations),
    runtime.slice(runtime.indexOf(MARK) + MARK.length).trimStart(),
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
      `  ${operation.operationId}: { method: "${method.toUpperCase()}", path: "${path}"${answersFile(operation) ? ", file: true" : ""} },`,
  )
  .join("\n")}
} as const;
`;
