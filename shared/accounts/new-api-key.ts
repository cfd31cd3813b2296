import { createHash, randomBytes } from "node:crypto";
import type { StoredKey } from "./stored-key.ts";

export type Mode = StoredKey["mode"];
export type ApiKey = { readonly mode: Mode; readonly keyId: string; readonly secret: string };

/** A new random key: its text, to be shown once, and its parts. */
export function newApiKey(mode: Mode): ApiKey & { readonly text: string } {
  const keyId = randomBytes(8).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  return { mode, keyId, secret, text: `vat_${mode}_${keyId}_${secret}` };
}

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");
