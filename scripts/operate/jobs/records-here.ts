import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

/**
 * Writes the records of an account as soon as a request of this process asks for them, until `closing`
 * is disposed: in the place of queue and worker.
 */
export async function writeRecordsHere(closing: AsyncDisposableStack): Promise<void> {
  const { RECORDS_HERE } = await import("../../../shared/ledger/records/queue.ts");
  const { writeRecords } = await import("../../../shared/ledger/records/write-records.ts");
  const stop = new AbortController();
  const running = new Set<Promise<unknown>>();
  // It is no part of the request that asks for it.
  const outside = AsyncLocalStorage.snapshot();
  const now = () => {
    stop.signal.throwIfAborted();
    return Date.now();
  };
  const start = (account: unknown) => {
    const clock = { now, until: Number.POSITIVE_INFINITY };
    const run = outside(() => writeRecords(String(account), clock))
      .catch((error) => stop.signal.aborted || process.stderr.write(`${error}\n`))
      .finally(() => running.delete(run));
    running.add(run);
  };
  subscribe(RECORDS_HERE, start);
  closing.defer(async () => {
    unsubscribe(RECORDS_HERE, start);
    stop.abort();
    await Promise.all(running);
  });
}
