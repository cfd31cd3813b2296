import { describeError } from "../../shared/core/errors/errors.ts";
import { type Clock, recountAccount, SYSTEM_CLOCK } from "../../shared/ledger/recount/recount.ts";
import { isPending } from "../../shared/ledger/recount/recount-state.ts";
import { type SendAccounts, sendAccounts } from "../../shared/platform/queues/account-queue.ts";
import {
  accountIn,
  type Delivery,
  type DeliveryReport,
} from "../../shared/platform/queues/messages.ts";
import { loggedJob, logger } from "../../shared/platform/telemetry/telemetry.ts";

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
