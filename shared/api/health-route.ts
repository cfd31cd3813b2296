import type { Route } from "./route.ts";

/** The row of GET /health, in a file of its own: its function does without the rest of the table. */
export const getHealth = {
  method: "GET",
  path: "/health",
  scope: "public",
  table: "none",
  handler: "health/get-health",
  summary: "The service is up",
} as const satisfies Route;
