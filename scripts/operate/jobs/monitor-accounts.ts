import { checkWith } from "../../../functions/threshold/check-account.ts";
import { dispatchTo, isNotClosed } from "../../../functions/threshold/dispatch-accounts.ts";
import type { CrossingEvent } from "../../../shared/notifications/crossings.ts";
import type { Publish } from "../../../shared/platform/event-bus.ts";
import { queues } from "../../../shared/platform/jobs/jobs.ts";
import { InProcessQueue } from "./in-process-queue.ts";

type Monitored = {
  readonly checked: number;
  /** Messages of accounts whose check failed every time. */
  readonly failed: readonly string[];
};

/**
 * One round over all accounts: dispatcher and worker as deployed, with a queue in this process. It
 * breaks off, between two batches, when `stop` says so.
 */
export async function monitorAccounts(
  publish: Publish<CrossingEvent>,
  stop?: AbortSignal,
): Promise<Monitored> {
  const queue = new InProcessQueue(checkWith(publish), queues.accounts, stop);
  await dispatchTo(queue.send, isNotClosed)();
  return { checked: queue.done, failed: queue.dead };
}
