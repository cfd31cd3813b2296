import { createHash } from "node:crypto";

/** The text that two values share when they are equal, whatever the order of their keys. */
export const canonicalText = (value: unknown): string => JSON.stringify(value, sortedKeys);

const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** SHA-256 of a value, the same whatever the order of its keys. */
export const fingerprintOf = (value: unknown): string => sha256Of(canonicalText(value));

/** SHA-256 of bytes or of a text, in hexadecimal. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/**
 * 53 bits of a text, well spread (cyrb53 of bryc, public domain): enough to tell some million texts
 * apart, and not to keep a secret.
 */
export function textHash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
