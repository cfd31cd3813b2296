import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "../../core/errors/errors.ts";
import { ledgerOf } from "../../core/ids.ts";
import { runBeforeCheck } from "../../platform/calls.ts";
import { claimOf } from "../../platform/credentials/api-key.ts";
import { parseApiKey, presentedIn } from "../authentication.ts";
import type { AccountCaller, RequestEvent, Route } from "../route.ts";

type Middleware = MiddlewareObj<RequestEvent, unknown>;

/** Maximum number of rejected keys in memory. */
const MOST_KEYS = 1_000;

/** The ids of keys that were rejected at their last call. Until they pass again, nothing is read before their check. */
const rejected = new Set<string>();

/**
 * Checks the caller of a request. If the key proves its account and the route allows it, the endpoint reads at the same
 * time; it writes nothing, and nothing is returned, before the checks have passed (docs/decisions/0214).
 */
export const callerChecks = (route: Route, checks: readonly Middleware[]): Middleware => ({
  before: async (request) => {
    const { event } = request;
    const ahead = route.keyProofs === "check" ? callerAhead(event, route) : undefined;
    const passed = inTurn(checks, request);
    if (!ahead) return passed;
    const { author: keyId } = ahead;
    const noted = passed.then(
      () => void rejected.delete(keyId),
      (error) => {
        if (rejected.size >= MOST_KEYS) rejected.clear();
        rejected.add(keyId);
        throw error;
      },
    );
    if (rejected.has(keyId)) return noted;
    noted.catch(() => {});
    event.unverified = {
      caller: ahead,
      passed: noted,
      during: (work) => runBeforeCheck(noted, work),
    };
  },
  // Whoever has not passed the checks must not learn what else is wrong with the request.
  onError: async (request) => {
    await request.event.unverified?.passed.catch((error) => {
      request.error = error;
    });
  },
});

async function inTurn(
  checks: readonly Middleware[],
  request: Parameters<CallerCheck>[0],
): Promise<void> {
  for (const { before } of checks) await before?.(request);
}

type CallerCheck = NonNullable<Middleware["before"]>;

/**
 * Returns the caller that a proven key names, before its record is read. A request with an Idempotency-Key begins with a
 * write, so it gains nothing.
 * @throws DomainError `invalid_api_key` for a forged proof
 */
function callerAhead({ headers }: RequestEvent, { scope }: Route): AccountCaller | undefined {
  const { keys, session } = presentedIn(headers);
  const [presented, second] = keys;
  const isAlone = presented && !second && session === undefined;
  const key = isAlone ? parseApiKey(presented[1]) : undefined;
  const claim = key && claimOf(key);
  if (!claim || claim.status === "none") return undefined;
  if (claim.status === "forged") {
    throw new DomainError("invalid_api_key", `the API key in ${presented?.[0]} is not valid`);
  }
  if (headers["idempotency-key"] !== undefined) return undefined;
  const { account } = claim;
  // A key that passes the checks of a write has the scope full.
  return {
    ledger: ledgerOf(account),
    account,
    author: key.keyId,
    scope: scope === "write" ? "full" : "read-only",
  };
}
