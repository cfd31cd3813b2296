import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { DomainError } from "../core/errors/errors.ts";
import { errorResponse } from "./error-response.ts";
import { logged, plainLog } from "./request-log.ts";
import { allowed, type Call, type FallbackRow, type Route, rowsAt } from "./route.ts";

/**
 * Builds the handler of requests that no row serves: 405 with Allow for an existing path, else 404, in the form of all
 * errors. The gateway's own response would have another form.
 */
export function fallback(row: FallbackRow, table: readonly Route[]) {
  const answer = logged(row, plainLog, async (call) => {
    const { requestId, http } = call.requestContext;
    const rows = rowsAt(table, call.rawPath);
    const refusal = errorOf(rows);
    call.errorCode = refusal.code;
    const headers = rows.length > 0 ? { allow: allowed(rows) } : {};
    const refused = errorResponse(refusal, requestId, headers);
    return http.method === "HEAD" ? { ...refused, body: "" } : refused;
  });
  return (event: APIGatewayProxyEventV2, context: Context) => answer(event as Call, context);
}

const errorOf = (
  rows: readonly Pick<Route, "method" | "path" | "siblingMethods">[],
): DomainError =>
  rows.length > 0
    ? new DomainError("method_not_allowed", `${rows[0]?.path} takes ${allowed(rows)}`)
    : new DomainError("not_found", "there is nothing at this path; GET /docs shows what there is");
