import { type Clock, recountAccount, SYSTEM_CLOCK } from "../../shared/flows/recount.ts";
import { isPending } from "../../shared/ledger/recount-state.ts";
import { describeError } from "../../shared/refusals/describe-error.ts";
import { type SendAccounts, sendAccounts } from "../../shared/store/account-queue.ts";
import { loggedJob } from "../../shared/telemetry/job-log.ts";
import { logger } from "../../shared/telemetry/telemetry.ts";
import {
  accountIn,
  type Delivery,
  type DeliveryReport,
} from "../../shared/threshold/queue-message.ts";

/** Of the 15 minutes that the function has: what is under way then ends in time. */
const RUN_MS = 13 * 60_000;

/** Recounts the accounts of a delivery; one that takes longer than a run is sent on. */
export const recountWith =
  (send: SendAccounts, clock: Clock) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const until = clock.now() + RUN_MS;
    const failed: DeliveryReport["batchItemFailures"] = [];
    for (const { messageId, body } of Records) {
      try {
        const account = accountIn(body);
        if (isPending(await recountAccount(account, clock, until))) await send([account]);
      } catch (error) {
        logger.error("account not recounted", { queue_message: body, error: describeError(error) });
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };

export const handler = loggedJob("recountAccount", recountWith(sendAccounts, SYSTEM_CLOCK));
