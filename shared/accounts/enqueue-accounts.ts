import type { QueueName } from "../platform/queues/queue-table.ts";
import { accountQueue, enqueue } from "../platform/queues/queues.ts";
import { type AccountRecord, isEmptied } from "./account.ts";
import { accountPages } from "./store-accounts.ts";

/**
 * Sends a message for each account, page by page, and counts them. An interrupted run can be repeated, because workers
 * are idempotent.
 */
export async function enqueueAccounts(
  queue: QueueName,
  isWanted?: (record: AccountRecord) => boolean,
): Promise<{ readonly accounts: number }> {
  let accounts = 0;
  for await (const page of accountPages(isWanted)) {
    await enqueue(
      accountQueue(queue),
      page.map((ledger) => ({ account: ledger })),
    );
    accounts += page.length;
  }
  return { accounts };
}

/** True unless the account is an emptied sandbox that is being removed. */
export const isStored = (record: AccountRecord): boolean => !isEmptied(record);

/** True if the account can still cross the threshold and file returns. */
export const isNotClosed = (record: AccountRecord): boolean =>
  record.account_state !== "closed" && isStored(record);
