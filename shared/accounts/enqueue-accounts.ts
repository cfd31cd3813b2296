import type { QueueName } from "../platform/jobs/jobs.ts";
import { accountQueue, enqueue } from "../platform/queues/queues.ts";
import { type AccountRecord, isEmptied } from "./account.ts";
import { accountPages } from "./store-accounts.ts";

/**
 * Sends a message for each account, page by page, and counts them. A run that breaks off is repeated whole, because
 * every worker does an account's work once.
 */
export async function enqueueAccounts(
  queue: QueueName,
  isWanted?: (record: AccountRecord) => boolean,
): Promise<{ readonly accounts: number }> {
  let accounts = 0;
  for await (const page of accountPages(isWanted)) {
    await enqueue(
      accountQueue(queue),
      page.map((account) => ({ account })),
    );
    accounts += page.length;
  }
  return { accounts };
}

/** True unless the account is an emptied sandbox, of which only the removal is left. */
export const isStored = (record: AccountRecord): boolean => !isEmptied(record);

/** True if the account can still cross the threshold and file returns. */
export const isNotClosed = (record: AccountRecord): boolean =>
  record.account_state !== "closed" && isStored(record);
