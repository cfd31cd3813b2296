import { timingSafeEqual } from "node:crypto";
import { isEnded } from "../accounts/keys.ts";
import { type ApiKey, type Mode, sha256Hex } from "../accounts/new-api-key.ts";
import type { StoredKey } from "../accounts/stored-key.ts";

/*
 * vat_<live|test>_<key id, 16 characters>_<secret, 43 url-safe characters>
 *
 * The key id finds the record; the secret is stored as its SHA-256 alone. 32 random bytes need no
 * slow hash: there is nothing to guess.
 */
const FORM = /^vat_(live|test)_([a-z0-9]{16})_([A-Za-z0-9_-]{32,128})$/;

/** The parts of a presented key, or undefined when it does not look like one. */
export function parseApiKey(text: string): ApiKey | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  return { mode: match[1] as Mode, keyId: match[2] as string, secret: match[3] as string };
}

/** Whether the stored key opens with this one at this instant. The secret is compared in constant time. */
export function isUsable(stored: StoredKey, presented: ApiKey, now: Date): boolean {
  const given = Buffer.from(sha256Hex(presented.secret), "hex");
  const kept = Buffer.from(stored.secret_sha256, "hex");
  const same = timingSafeEqual(given, kept) && stored.mode === presented.mode;
  return same && !isEnded(stored, now);
}
