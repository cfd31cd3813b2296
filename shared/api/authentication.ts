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

/** So many keys that this process has seen today are remembered. */
const MOST_REMEMBERED = 10_000;

let today: IsoDate | undefined;
const noted = new Set<string>();

/**
 * Notes on which day a key was used: asked for once a day, key and process, written once a day and key.
 * It runs beside the request; one that fails is made up for by the next request.
 * @returns undefined when there is nothing to do; else it ends, and never fails
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

/** Sets `caller` from the X-API-Key header: 401 without a usable key, 403 when its scope is too small. */
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
    if (noted !== undefined) event.beside = [noted];
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
