import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { DomainError } from "../core/errors/errors.ts";
import { errorResponse } from "./http-answer.ts";
import { logged, plainLog } from "./request-log.ts";
import { allowed, type FallbackRow, type RequestEvent, type Route, rowsAt } from "./route.ts";

/**
 * Builds the handler of requests that no row serves: a redirect for a page with a slash at its end, 405 with Allow for
 * an existing path, else 404, in the form of all errors. The gateway's own response would have another form.
 */
export function fallback(row: FallbackRow, table: readonly Route[]) {
  const answer = logged(row, plainLog, async (call) => {
    const { http } = call.requestContext;
    const page = pageWithSlash(table, http.method, call.rawPath);
    if (page) return { statusCode: 308, headers: { location: page } };
    const rows = rowsAt(table, call.rawPath);
    const refusal = errorOf(rows, nearestPath(table, call.rawPath));
    call.errorCode = refusal.code;
    const headers = rows.length > 0 ? { allow: allowed(rows) } : {};
    const refused = errorResponse(refusal, call, headers);
    return http.method === "HEAD" ? { ...refused, body: "" } : refused;
  });
  return (event: APIGatewayProxyEventV2, context: Context) =>
    answer(event as RequestEvent, context);
}

/**
 * Returns the relative URL of a page whose address was requested with a slash at its end, as people type it. Relative,
 * so that it works under any path prefix. Paths of the API have exactly one form.
 */
function pageWithSlash(table: readonly Route[], method: string, path: string): string | undefined {
  if (!["GET", "HEAD"].includes(method) || !path.endsWith("/") || path.startsWith("/v1/")) return;
  const page = table.find((row) => row.path !== "/" && `${row.path}/` === path);
  return page && `..${page.path}`;
}

function errorOf(
  rows: readonly Pick<Route, "method" | "path" | "siblingMethods">[],
  nearest: string | undefined,
): DomainError {
  if (rows.length > 0) {
    return new DomainError("method_not_allowed", `${rows[0]?.path} takes ${allowed(rows)}`);
  }
  const hint = nearest ? `: do you mean ${nearest}?` : ";";
  return new DomainError(
    "not_found",
    `there is nothing at this path${hint} GET /docs shows what there is`,
  );
}

/** Returns the path that a caller may have meant: without doubled slashes and one at the end, in hyphens, with /v1. */
function nearestPath(table: readonly Route[], path: string): string | undefined {
  const trimmed = path.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  const ofThisVersion = `/v1${trimmed.replace(/^\/v\d+(?=\/)/, "")}`;
  return [trimmed, ofThisVersion, ofThisVersion.replaceAll("_", "-")]
    .map((meant) => rowsAt(table, meant)[0]?.path)
    .find((known) => known !== undefined);
}
