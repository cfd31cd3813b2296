import { sha256Of } from "../../core/hash.ts";

/*
 * A cursor begins with a mark of the path and the filters that it was made for. With others it would skip or repeat
 * rows, so it is refused, by every list alike.
 */
const LENGTH = 8;

type Parameters = Readonly<Record<string, string | undefined>>;

/** The parameters of a call. API Gateway leaves out what a call lacks; emulators send null. */
type Call = {
  readonly [Part in "pathParameters" | "queryStringParameters"]?: Parameters | null | undefined;
};

/** Returns the mark of a call: of its path and its query, but for the two parameters that differ from page to page. */
function markOf({ pathParameters, queryStringParameters }: Call): string {
  const { limit, cursor, ...filters } = queryStringParameters ?? {};
  const sorted = (parameters: Parameters) =>
    Object.entries(parameters).sort(([name], [other]) => (name < other ? -1 : 1));
  return sha256Of(JSON.stringify([sorted(pathParameters ?? {}), sorted(filters)])).slice(0, LENGTH);
}

/** Returns the response with its cursor marked. A response without a cursor is returned unchanged. */
export function withMarkedCursor<A>(call: Call, response: A): A {
  const { next_cursor } = response as { readonly next_cursor?: unknown };
  return typeof next_cursor === "string"
    ? { ...response, next_cursor: `${markOf(call)}${next_cursor}` }
    : response;
}

/** Returns the query with its cursor as the list made it, without the mark. */
export function unmarkedQuery({ queryStringParameters }: Call): Parameters {
  const query = queryStringParameters ?? {};
  const cursor = query["cursor"];
  return cursor === undefined ? query : { ...query, cursor: cursor.slice(LENGTH) };
}

/** True if the call has a cursor that was made for another path or other filters. */
export function hasForeignCursor(call: Call): boolean {
  const cursor = call.queryStringParameters?.["cursor"];
  return cursor !== undefined && !cursor.startsWith(markOf(call));
}
