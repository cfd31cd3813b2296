import { createHash } from "node:crypto";
import { canonicalText } from "./canonical-text.ts";

/** SHA-256 of a value, the same whatever the order of its keys. */
export const fingerprintOf = (value: unknown): string => sha256Of(canonicalText(value));

/** SHA-256 of bytes or of a text, in hexadecimal. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");
