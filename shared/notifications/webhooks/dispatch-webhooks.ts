import type { SendWebhookWork } from "./queue.ts";
import { dueWebhookWork } from "./webhook-work.ts";

/** Of one account in one round: receivers that hang must not keep the workers from those of others. */
const MOST_OF_AN_ACCOUNT = 30;

/** Of all accounts: what the workers can do until the next rounds. */
const MOST_AT_ONCE = 3_000;

/**
 * Sends what is due by `now` to the workers, the longest due first. What is left over, or sent twice, does no harm:
 * it stays due until a worker has done it, and is done once.
 */
export async function dispatchWebhooks(
  send: SendWebhookWork,
  now: Date,
): Promise<{ readonly sent: number }> {
  const ofAccount = new Map<string, number>();
  let sent = 0;
  for await (const page of dueWebhookWork(now)) {
    const wanted = page.filter(({ account }) => {
      const before = ofAccount.get(account) ?? 0;
      ofAccount.set(account, before + 1);
      return before < MOST_OF_AN_ACCOUNT;
    });
    await send(wanted);
    sent += wanted.length;
    if (sent >= MOST_AT_ONCE) break;
  }
  return { sent };
}
