import type { TableUses } from "../platform/table/item.ts";

/** Of `updateConnections`. */
export const CONNECTION_USES: TableUses = [
  "GetItem connections",
  "PutItem connections",
  "PutItem rights",
];
