import type { RecordedCall } from "./examples.ts";
import type { Operation } from "./openapi.ts";
import { SECURITY_SCHEME } from "./operation.ts";

/** A code sample, which Redoc shows with the operation. */
type CodeSample = { readonly lang: string; readonly label: string; readonly source: string };

type Place = { readonly method: string; readonly path: string };

/** Adds the first recorded call in each language; returns an operation without recorded calls unchanged. */
export function withCodeSamples(
  operation: Operation,
  place: Place,
  calls: readonly RecordedCall[],
): Operation & { readonly "x-codeSamples"?: readonly CodeSample[] } {
  const [call] = calls;
  if (!call) return operation;
  const samples = [
    { lang: "Shell", label: "curl", source: curlOf(operation, place, call) },
    // The client sends JSON alone; a form or a signed message is sent by mail programs and shops.
    ...(typeof call.body === "string"
      ? []
      : [{ lang: "TypeScript", label: "TypeScript", source: typeScriptOf(operation, call) }]),
    { lang: "Python", label: "Python", source: pythonOf(operation, place, call) },
  ];
  return { ...operation, "x-codeSamples": samples };
}

/** Returns the call of the project's client (client/README.md). */
function typeScriptOf({ operationId }: Operation, { path, query, body }: RecordedCall): string {
  const request = {
    ...(path && { path }),
    ...(query && { query }),
    ...(body !== undefined && { body }),
  };
  const sent =
    Object.keys(request).length === 0 ? "" : unquotedNames(JSON.stringify(request, null, 2));
  return `const answer = await client.${operationId}(${sent});`;
}

/** Writes the names of fields without quotation marks where TypeScript needs none. */
const unquotedNames = (json: string): string =>
  json.replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:");

/** Returns the call of the package requests. */
function pythonOf(
  { security = [] }: Operation,
  { method, path }: Place,
  call: RecordedCall,
): string {
  const { query, body } = call;
  const [name, value] = credentialOf(security) ?? [];
  const parts = [
    `f"{API}${urlOf(path, { ...call, query: {} })}"`,
    ...(query && Object.keys(query).length > 0 ? [`params=${pythonValue(query)}`] : []),
    ...(name ? [`headers={"${name}": ${value === "$KEY" ? "KEY" : 'f"Bearer {SESSION}"'}}`] : []),
    ...(body === undefined
      ? []
      : [`${typeof body === "string" ? "data" : "json"}=${pythonValue(body)}`]),
  ];
  return `answer = requests.${method}(\n${parts.map((part) => `    ${part},\n`).join("")})`;
}

const PYTHON_WORDS: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  null: "None",
};

/** Writes a value in Python, indented as an argument. Texts in JSON are texts in Python as well. */
const pythonValue = (value: unknown): string =>
  JSON.stringify(value, null, 4)
    .replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => PYTHON_WORDS[token] ?? token)
    .replaceAll("\n", "\n    ");

function curlOf({ security = [] }: Operation, { method, path }: Place, call: RecordedCall): string {
  const lines = [
    `curl ${quoted(`$API${urlOf(path, call)}`)}`,
    ...(method === "get" || (method === "post" && call.body !== undefined)
      ? []
      : [`-X ${method.toUpperCase()}`]),
    ...credentialsOf(security),
    ...(call.body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${heredoc(call.body)}`]),
    ...(call.status === 302 ? ["-L -O -J"] : []),
    ...(isFile(call) ? ["-O -J"] : []),
  ];
  return lines.join(" \\\n  ");
}

/** Returns the header with the credentials: a key where the operation takes one, otherwise a session. */
function credentialOf(
  security: readonly unknown[],
): readonly [name: string, value: string] | undefined {
  if (security.length === 0) return undefined;
  const takesKey = security.some((requirement) =>
    Object.hasOwn(requirement as object, SECURITY_SCHEME),
  );
  return takesKey ? ["X-API-Key", "$KEY"] : ["Authorization", "Bearer $SESSION"];
}

function credentialsOf(security: readonly unknown[]): string[] {
  const header = credentialOf(security);
  return header ? [`-H "${header.join(": ")}"`] : [];
}

/** True if the response is a file, not text. */
const isFile = ({ status, answer, content_type }: RecordedCall): boolean =>
  status === 200 && answer === undefined && content_type !== undefined;

function urlOf(template: string, { path = {}, query = {} }: RecordedCall): string {
  const place = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const search = new URLSearchParams(query);
  return `${place}${search.size > 0 ? `?${search}` : ""}`;
}

/** Quotes a text for the shell; a recorded path or query has no characters that are special within these quotes. */
const quoted = (text: string): string => `"${text}"`;

const heredoc = (body: unknown): string =>
  `'${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`;
