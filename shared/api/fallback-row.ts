/** A row of the gateway, but none of the API: it is in no document. */
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
