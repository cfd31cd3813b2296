import { createHash } from "node:crypto";

/** Returns a canonical text of a value; equal values have equal texts, whatever the order of their keys. */
export const canonicalText = (value: unknown): string => JSON.stringify(value, sortedKeys);

const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Returns the SHA-256 of a value, independent of the order of its keys. */
export const fingerprintOf = (value: unknown): string => sha256Of(canonicalText(value));

/** Returns the SHA-256 of bytes or of a text, in hexadecimal. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/**
 * Returns a well-distributed hash of 53 bits (cyrb53 of bryc, public domain). It distinguishes millions of texts, but
 * is not cryptographic.
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
