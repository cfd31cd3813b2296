import { gatewayMethod, type Route } from "./route.ts";

type Matched<R> = {
  readonly row: R;
  readonly pathParameters: Readonly<Record<string, string>>;
};

/**
 * Returns the row for a method and a path, by the rules of API Gateway: a fixed segment precedes a parameter, so
 * /v1/sources/unknown precedes /v1/sources/{id}. A GET row also receives every method that no other row of the path has
 * (see route.ts).
 */
export function matchRoute<R extends { readonly route: Pick<Route, "method" | "path"> }>(
  rows: readonly R[],
  method: string,
  path: string,
): Matched<R> | undefined {
  const segments = path.split("/");
  const here = rows
    .filter(({ route }) => fits(route.path, segments))
    .toSorted((a, b) => (fixedFirst(a.route.path) < fixedFirst(b.route.path) ? -1 : 1));
  const row =
    here.find(({ route }) => route.method === method) ??
    here.find(({ route }) => gatewayMethod(route) === "ANY");
  return row && { row, pathParameters: parametersOf(row.route.path, segments) };
}

/** Returns the rows of the best matching path, whatever their method. */
export function rowsAt<R extends Pick<Route, "path">>(table: readonly R[], path: string): R[] {
  const segments = path.split("/");
  const here = table.filter((row) => fits(row.path, segments)).map((row) => row.path);
  const [best] = here.toSorted((a, b) => (fixedFirst(a) < fixedFirst(b) ? -1 : 1));
  return table.filter((row) => row.path === best);
}

const isParameter = (segment: string): boolean => segment.startsWith("{");

/** Returns a sort key that places a path with a parameter after every path with a fixed segment there. */
const fixedFirst = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "\u{10ffff}");

function fits(path: string, given: readonly string[]): boolean {
  const wanted = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => (isParameter(segment) ? given[i] !== "" : segment === given[i]))
  );
}

const parametersOf = (path: string, given: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    path.split("/").flatMap((segment, i) => {
      const value = given[i];
      if (value === undefined || !isParameter(segment)) return [];
      return [[segment.slice(1, -1), decoded(value)]];
    }),
  );

/** Decodes a path segment. Leaves an invalid percent-escape undecoded; no resource can have such a name. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A row of the gateway that is no route of the API and not in the OpenAPI document. */
export type FallbackRow = {
  readonly method: "ANY";
  readonly path: "$default";
  readonly table: "none";
  readonly handler: string;
  readonly summary: string;
};

export const fallbackRow: FallbackRow = {
  method: "ANY",
  path: "$default",
  table: "none",
  handler: "fallback/not-found",
  summary: "What no route serves: 404, or 405 with the methods that the path takes",
};
