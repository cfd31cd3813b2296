import { type AccountRecord, isEmptied } from "../../shared/accounts/account.ts";
import { accountPages } from "../../shared/accounts/store-accounts.ts";
import { type SendAccounts, sendAccounts } from "../../shared/platform/queues/account-queue.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

/** Sends every account that is wanted to the worker, page by page; answers how many there are. */
export const dispatchTo =
  (send: SendAccounts, isWanted?: (record: AccountRecord) => boolean) =>
  async (): Promise<{ readonly accounts: number }> => {
    let accounts = 0;
    for await (const page of accountPages(isWanted)) {
      await send(page);
      accounts += page.length;
    }
    return { accounts };
  };

/** The threshold of a business that sells nothing any more tells nobody anything. */
export const isNotClosed = (record: AccountRecord): boolean =>
  record.account_state !== "closed" && isKept(record);

/** What is being removed is looked after by nobody. */
export const isKept = (record: AccountRecord): boolean => !isEmptied(record);

/** A run that breaks off is repeated whole: an account that is checked twice is told nothing twice. */
export const handler = loggedJob("dispatchAccounts", dispatchTo(sendAccounts, isNotClosed));
