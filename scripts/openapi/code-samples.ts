import type { RecordedCall } from "./examples.ts";
import type { Operation } from "./openapi.ts";
import { SECURITY_SCHEME } from "./operation.ts";

/** A code sample, which Redoc shows with the operation. */
type CodeSample = { readonly lang: string; readonly label: string; readonly source: string };

type Place = { readonly method: string; readonly path: string };

/** Adds the first recorded call as a command line; returns an operation without recorded calls unchanged. */
export function withCodeSample(
  operation: Operation,
  place: Place,
  calls: readonly RecordedCall[],
): Operation & { readonly "x-codeSamples"?: readonly CodeSample[] } {
  const [call] = calls;
  if (!call) return operation;
  const source = curlOf(operation, place, call);
  return { ...operation, "x-codeSamples": [{ lang: "Shell", label: "curl", source }] };
}

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
function credentialsOf(security: readonly unknown[]): string[] {
  if (security.length === 0) return [];
  const takesKey = security.some((requirement) =>
    Object.hasOwn(requirement as object, SECURITY_SCHEME),
  );
  return [takesKey ? '-H "X-API-Key: $KEY"' : '-H "Authorization: Bearer $SESSION"'];
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
