import { holderOf } from "../../core/sandbox-account.ts";
import { tryEnqueue } from "../../platform/queues/queues.ts";
import { WEBHOOK_QUEUE, type WebhookWork } from "./message.ts";
import { dueWebhookWork } from "./store-deliveries.ts";
import { takeShare } from "./store-turns.ts";
import { MOST_OF_AN_ACCOUNT } from "./turns.ts";

/** Maximum number of items of all accounts per run: the capacity of the workers until the next runs. */
const MOST_AT_ONCE = 3_000;

/**
 * Sends the work that is due by `now` to the workers, the longest overdue first, and of each account at most its share
 * of this minute, so that receivers that do not respond cannot occupy all workers. Leftover or repeated items are
 * harmless: work stays due until a worker has done it, and is done once.
 */
export async function dispatchWebhooks(now: Date): Promise<{ readonly sent: number }> {
  const ofAccount = new Map<string, number>();
  let sent = 0;
  for await (const page of dueWebhookWork(now)) {
    const wanted = await withinShares(page, ofAccount, now);
    await tryEnqueue(WEBHOOK_QUEUE, wanted);
    sent += wanted.length;
    if (sent >= MOST_AT_ONCE) break;
  }
  return { sent };
}

/** Returns the items of a page that are within the shares of their accounts; counts them in `ofAccount`. */
async function withinShares(
  page: readonly WebhookWork[],
  ofAccount: Map<string, number>,
  now: Date,
): Promise<WebhookWork[]> {
  const wanted: WebhookWork[] = [];
  for (const [holder, all] of Map.groupBy(page, ({ account }) => holderOf(account))) {
    const before = ofAccount.get(holder) ?? 0;
    const some = all.slice(0, MOST_OF_AN_ACCOUNT - before);
    ofAccount.set(holder, before + some.length);
    const free = some.length > 0 ? await takeShare(holder, some.length, now) : 0;
    wanted.push(...some.slice(0, free));
  }
  return wanted;
}
