import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as wait } from "node:timers/promises";
import type { RecountState } from "../../../shared/ledger/recount/recount-state.ts";

/** How long a round stays with one account before it turns to the next. */
const PATIENCE_MS = 120_000;

/** Recounts an account to its end, whether or not something asks for it. */
export async function recountNow(account: string): Promise<RecountState> {
  const { recountAccount, requestRecount } = await import(
    "../../../shared/ledger/recount/recount.ts"
  );
  await requestRecount(account, Date.now());
  return recountAccount(account, clockUntil());
}

/** One round over all accounts: takes up what is left of their recounts. */
export async function recountPending(stop: AbortSignal): Promise<void> {
  const { accountPages } = await import("../../../shared/accounts/store-accounts.ts");
  const { isKept } = await import("../../../functions/threshold/dispatch-accounts.ts");
  const recount = await loggedRecount();
  for await (const accounts of accountPages(isKept)) {
    for (const account of accounts) {
      stop.throwIfAborted();
      await recount(account, stop);
    }
  }
}

/**
 * Recounts an account as soon as a request of this process asks for it, until `closing` is disposed: in
 * the place of queue and worker.
 */
export async function recountHere(closing: AsyncDisposableStack): Promise<void> {
  const { RECOUNTS_HERE } = await import("../../../shared/ledger/recount/queue.ts");
  const recount = await loggedRecount();
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  // It is no part of the request that asks for it.
  const outside = AsyncLocalStorage.snapshot();
  const start = (account: unknown) => {
    const run = outside(() => recount(String(account), stop.signal)).finally(() =>
      running.delete(run),
    );
    running.add(run);
  };
  subscribe(RECOUNTS_HERE, start);
  closing.defer(async () => {
    unsubscribe(RECOUNTS_HERE, start);
    stop.abort();
    await Promise.all(running);
  });
}

/** A round of one account, which tells the log what it fails of, as the worker does. */
async function loggedRecount() {
  const { recountAccount } = await import("../../../shared/ledger/recount/recount.ts");
  const { describeError } = await import("../../../shared/core/errors/errors.ts");
  const { logger } = await import("../../../shared/platform/telemetry/telemetry.ts");
  return async (account: string, stop: AbortSignal): Promise<void> => {
    try {
      await recountAccount(account, clockUntil(stop), Date.now() + PATIENCE_MS);
    } catch (error) {
      if (stop.aborted) return;
      logger.error("account not recounted", { account_id: account, error: describeError(error) });
    }
  };
}

/** The clock of this machine; to wait ends at once when it is told to stop. */
const clockUntil = (stop?: AbortSignal) => ({
  now: () => {
    stop?.throwIfAborted();
    return Date.now();
  },
  pause: (ms: number) => wait(ms, undefined, stop ? { signal: stop } : {}),
});
