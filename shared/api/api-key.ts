import type { MiddlewareObj } from "@middy/core";
import { loadLedgerOf } from "../accounts/opened-ledger.ts";
import { loadApiKey } from "../accounts/store-keys.ts";
import type { StoredKey } from "../accounts/stored-key.ts";
import { dayOf } from "../core/calendar/iso-date.ts";
import { DomainError } from "../core/errors/errors.ts";
import { isUsable, parseApiKey } from "./authentication.ts";
import { noteUse } from "./key-use.ts";
import type { Call, Caller, Scope } from "./route.ts";

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
    refuseState(stored, scope);
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

function refuseState({ account_state }: StoredKey, scope: Scope): void {
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
