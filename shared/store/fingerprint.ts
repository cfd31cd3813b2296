import { createHash } from "node:crypto";

/** SHA-256 of a value, the same whatever the order of its keys. */
export const fingerprintOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value, sortedKeys)).digest("hex");

const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
