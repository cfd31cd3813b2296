import type { FallbackRow } from "./fallback-row.ts";
import type { Route } from "./route.ts";

type Methods = Pick<Route, "method" | "beside">;

/** HEAD is there wherever GET is (RFC 9110, 9.1). */
export const methodsOf = ({ method }: Pick<Route, "method">): readonly string[] =>
  method === "GET" ? ["GET", "HEAD"] : [method];

/** The Allow header of a path with these rows. */
export const allowed = (rows: readonly Methods[]): string =>
  [...new Set(rows.flatMap((row) => [...methodsOf(row), ...(row.beside ?? [])]))].sort().join(", ");

/**
 * The route of API Gateway that leads to a row. Behind ANY stands what is behind no other method of
 * the path: so HEAD needs no route of its own, of which a stack can hold only so many, and what the
 * path does not take is refused by the row's function in the form of all errors.
 */
export const gatewayMethod = ({ method }: Pick<Route | FallbackRow, "method">) =>
  method === "GET" ? "ANY" : method;

/** What API Gateway calls that route. */
export const gatewayKey = (row: Pick<Route, "method" | "path"> | FallbackRow): string =>
  row.path === "$default" ? row.path : `${gatewayMethod(row)} ${row.path}`;
