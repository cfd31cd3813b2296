import { type SendAccounts, sendAccounts } from "../../shared/store/account-queue.ts";
import { accountPages } from "../../shared/store/accounts.ts";
import { loggedJob } from "../../shared/telemetry/job-log.ts";

/** Sends every account to the worker, page by page; answers how many there are. */
export const dispatchTo =
  (send: SendAccounts) => async (): Promise<{ readonly accounts: number }> => {
    let accounts = 0;
    for await (const page of accountPages()) {
      await send(page);
      accounts += page.length;
    }
    return { accounts };
  };

/** A run that breaks off is repeated whole: an account that is checked twice is told nothing twice. */
export const handler = loggedJob("dispatchAccounts", dispatchTo(sendAccounts));
