import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** One round over all sandboxes that were emptied: removes what is left of them. */
export async function removeEmptied(stop: AbortSignal): Promise<void> {
  const { accountPages } = await import("../../../shared/accounts/store-accounts.ts");
  const { isEmptied } = await import("../../../shared/accounts/account.ts");
  const remove = await loggedRemoval();
  for await (const ledgers of accountPages(isEmptied)) {
    for (const ledger of ledgers) {
      stop.throwIfAborted();
      await remove(ledger, stop);
    }
  }
}

/**
 * Removes a sandbox as soon as a request of this process has emptied it, until `closing` is disposed: in the place of
 * queue and worker.
 */
export async function removeHere(closing: AsyncDisposableStack): Promise<void> {
  const { REMOVALS_HERE } = await import("../../../shared/accounts/removal-queue.ts");
  const remove = await loggedRemoval();
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  // It is no part of the request that asks for it.
  const outside = AsyncLocalStorage.snapshot();
  const start = (ledger: unknown) => {
    const run = outside(() => remove(String(ledger), stop.signal)).finally(() =>
      running.delete(run),
    );
    running.add(run);
  };
  subscribe(REMOVALS_HERE, start);
  closing.defer(async () => {
    unsubscribe(REMOVALS_HERE, start);
    stop.abort();
    await Promise.all(running);
  });
}

/** Removes a sandbox to its end, and tells the log what it fails of, as the worker does. */
async function loggedRemoval() {
  const { removeSandbox } = await import("../../../shared/operations/lifecycle/remove-sandbox.ts");
  const { describeError } = await import("../../../shared/core/errors/errors.ts");
  const { logger } = await import("../../../shared/platform/telemetry/telemetry.ts");
  return async (ledger: string, stop: AbortSignal): Promise<void> => {
    const now = () => {
      stop.throwIfAborted();
      return Date.now();
    };
    try {
      await removeSandbox(ledger, { now, until: Number.POSITIVE_INFINITY });
    } catch (error) {
      if (stop.aborted) return;
      logger.error("sandbox not removed", { account_id: ledger, error: describeError(error) });
    }
  };
}
