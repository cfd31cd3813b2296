import { timingSafeEqual } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { MiddlewareObj } from "@middy/core";
import { isEnded, type StoredKey } from "../accounts/keys.ts";
import { loadLedgerOf } from "../accounts/store-accounts.ts";
import {
  type ApiKey,
  loadApiKey,
  type Mode,
  noteKeyUse,
  sha256Hex,
} from "../accounts/store-keys.ts";
import { dayOf, type IsoDate } from "../core/calendar/iso-date.ts";
import { DomainError } from "../core/errors/errors.ts";
import type { Call, Caller, Scope } from "./route.ts";

/*
 * vat_<live|test>_<key id, 16 characters>_<secret, 43 url-safe characters>
 *
 * The key id finds the record; only the SHA-256 of the secret is stored. A slow hash is unnecessary, because 32 random
 * bytes cannot be guessed.
 */
const FORM = /^vat_(live|test)_([a-z0-9]{16})_([A-Za-z0-9_-]{32,128})$/;

/** Parses an API key; returns undefined for a text that does not have its form. */
export function parseApiKey(text: string): ApiKey | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  return { mode: match[1] as Mode, keyId: match[2] as string, secret: match[3] as string };
}

/** True if the presented key matches the stored key and works at this instant. Compares the secret in constant time. */
export function isUsable(stored: StoredKey, presented: ApiKey, now: Date): boolean {
  const given = Buffer.from(sha256Hex(presented.secret), "hex");
  const kept = Buffer.from(stored.secret_sha256, "hex");
  const same = timingSafeEqual(given, kept) && stored.mode === presented.mode;
  return same && !isEnded(stored, now);
}

/** Maximum number of keys whose use this process remembers for today. */
const MOST_REMEMBERED = 10_000;

let today: IsoDate | undefined;
const noted = new Set<string>();

/**
 * Records the day on which a key was used, at most once per day, key and process. Runs concurrently with the request;
 * after a failure the next request records the day.
 * @returns a promise that never rejects; undefined when there is nothing to record
 */
function noteUse({ holder, keyId }: Caller, day: IsoDate): Promise<void> | undefined {
  if (today !== day || noted.size >= MOST_REMEMBERED) {
    today = day;
    noted.clear();
  }
  if (noted.has(keyId)) return undefined;
  noted.add(keyId);
  return noteKeyUse(holder, keyId, day).catch((error) => {
    if (!(error instanceof ConditionalCheckFailedException)) noted.delete(keyId);
  });
}

/** Sets `caller` from the X-API-Key header: 401 without a valid key, 403 when its scope is too small. */
export const apiKey = (scope: Scope): MiddlewareObj<Call, unknown> => ({
  before: async ({ event }) => {
    const now = new Date();
    const presented = event.headers["x-api-key"];
    if (!presented) throw new DomainError("missing_api_key", "send your API key in X-API-Key");
    const key = parseApiKey(presented);
    const stored = key && (await loadApiKey(key.keyId));
    if (!key || !stored || !isUsable(stored, key, now)) {
      throw new DomainError("invalid_api_key", "this API key is not valid");
    }
    event.caller = callerWith(stored, await loadLedgerOf(stored));
    const noted = noteUse(event.caller, dayOf(now));
    if (noted !== undefined) event.background = [noted];
    rejectState(stored, scope);
    if (scope === "write" && stored.scope !== "full") {
      throw new DomainError("insufficient_scope", "this endpoint needs a key of scope full");
    }
  },
});

const callerWith = (stored: StoredKey, ledger: string): Caller => ({
  account: ledger,
  holder: stored.account,
  keyId: stored.key_id,
  scope: stored.scope,
});

function rejectState({ account_state }: StoredKey, scope: Scope): void {
  if (account_state === "suspended") {
    throw new DomainError(
      "account_suspended",
      "this account is suspended; ask who runs the service",
    );
  }
  if (account_state === "closed" && scope === "write") {
    throw new DomainError("account_closed", "this account is closed: it can be read, not changed");
  }
}
