import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { StoredKey } from "../accounts/stored-key.ts";

/*
 * vat_<live|test>_<key id, 16 characters>_<secret, 43 url-safe characters>
 *
 * The key id finds the record; the secret is stored as its SHA-256 alone. 32 random bytes need no
 * slow hash: there is nothing to guess.
 */
const FORM = /^vat_(live|test)_([a-z0-9]{16})_([A-Za-z0-9_-]{32,128})$/;

export type Mode = StoredKey["mode"];
type ApiKey = { readonly mode: Mode; readonly keyId: string; readonly secret: string };

/** The parts of a presented key, or undefined when it does not look like one. */
export function parseApiKey(text: string): ApiKey | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  return { mode: match[1] as Mode, keyId: match[2] as string, secret: match[3] as string };
}

/** A new random key: its text, to be shown once, and its parts. */
export function newApiKey(mode: Mode): ApiKey & { readonly text: string } {
  const keyId = randomBytes(8).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  return { mode, keyId, secret, text: `vat_${mode}_${keyId}_${secret}` };
}

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Whether the stored key opens with this one at this instant. The secret is compared in constant time. */
export function isUsable(stored: StoredKey, presented: ApiKey, now: Date): boolean {
  const given = Buffer.from(sha256Hex(presented.secret), "hex");
  const kept = Buffer.from(stored.secret_sha256, "hex");
  const same = timingSafeEqual(given, kept) && stored.mode === presented.mode;
  const at = now.toISOString();
  const ended = [stored.expires_at, stored.revoked_at].some(
    (end) => end !== undefined && end <= at,
  );
  return same && !ended;
}
