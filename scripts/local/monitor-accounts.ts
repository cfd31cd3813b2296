import type { CrossingEvent } from "../../shared/notifications/crossings.ts";
import type { Publish } from "../../shared/platform/event-bus.ts";
import { type LocalQueue, listen, type Worker } from "./local-queues.ts";

/** Checks all accounts once, with the deployed dispatcher and worker and a queue in this process. */
export async function monitorAccounts(publish: Publish<CrossingEvent>): Promise<LocalQueue> {
  const { monitorWorker } = await import("../../shared/returns/overview/monitor-account.ts");
  const { enqueueAccounts, isNotClosed } = await import(
    "../../shared/accounts/enqueue-accounts.ts"
  );
  await using closing = new AsyncDisposableStack();
  const queue = await listen("accounts", monitorWorker(publish) as Worker, closing);
  await enqueueAccounts("accounts", isNotClosed);
  await queue.idle();
  return queue;
}
