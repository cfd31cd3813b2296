import { tryEnqueue } from "../../platform/queues/queues.ts";
import { WEBHOOK_QUEUE } from "./message.ts";
import { dueWebhookWork } from "./store-deliveries.ts";

/** Maximum number of items of one account per run, so that receivers that do not respond cannot occupy all workers. */
const MOST_OF_AN_ACCOUNT = 30;

/** Maximum number of items of all accounts per run: the capacity of the workers until the next runs. */
const MOST_AT_ONCE = 3_000;

/**
 * Sends the work that is due by `now` to the workers, the longest overdue first. Leftover or repeated items are
 * harmless: work stays due until a worker has done it, and is done once.
 */
export async function dispatchWebhooks(now: Date): Promise<{ readonly sent: number }> {
  const ofAccount = new Map<string, number>();
  let sent = 0;
  for await (const page of dueWebhookWork(now)) {
    const wanted = page.filter(({ account }) => {
      const before = ofAccount.get(account) ?? 0;
      ofAccount.set(account, before + 1);
      return before < MOST_OF_AN_ACCOUNT;
    });
    await tryEnqueue(WEBHOOK_QUEUE, wanted);
    sent += wanted.length;
    if (sent >= MOST_AT_ONCE) break;
  }
  return { sent };
}
