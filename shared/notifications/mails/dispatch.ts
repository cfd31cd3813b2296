import { tryEnqueue } from "../../platform/queues/queues.ts";
import { MAIL_QUEUE } from "./queue.ts";
import { dueMails } from "./store-mails.ts";

/** Maximum number of mails and digests per run: the capacity of the workers until the next runs. */
const MOST_AT_ONCE = 1_000;

/**
 * Sends the mails and digests that are due by `now` to the workers, the longest overdue first. Repeated items are
 * harmless: a mail stays due until a worker has sent it.
 */
export async function dispatchMails(now: Date): Promise<{ readonly sent: number }> {
  let sent = 0;
  for await (const page of dueMails(now)) {
    await tryEnqueue(MAIL_QUEUE, page);
    sent += page.length;
    if (sent >= MOST_AT_ONCE) break;
  }
  return { sent };
}
