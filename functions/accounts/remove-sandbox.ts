import { describeError } from "../../shared/core/errors/errors.ts";
import {
  type RemovalClock,
  removeSandbox,
} from "../../shared/operations/lifecycle/remove-sandbox.ts";
import { type SendAccounts, sendAccounts } from "../../shared/platform/queues/account-queue.ts";
import {
  accountIn,
  type Delivery,
  type DeliveryReport,
} from "../../shared/platform/queues/messages.ts";
import { loggedJob, logger } from "../../shared/platform/telemetry/telemetry.ts";

/** Of the 15 minutes that the function has: what is under way then ends in time. */
const RUN_MS = 13 * 60_000;

/** Removes the emptied sandboxes of a delivery; one that takes longer than a run is sent on. */
export const removeWith =
  (send: SendAccounts, now: RemovalClock["now"]) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const clock = { now, until: now() + RUN_MS };
    const failed: DeliveryReport["batchItemFailures"] = [];
    for (const { messageId, body } of Records) {
      try {
        const ledger = accountIn(body);
        if (!(await removeSandbox(ledger, clock))) await send([ledger]);
      } catch (error) {
        logger.error("sandbox not removed", { queue_message: body, error: describeError(error) });
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };

export const handler = loggedJob("removeSandbox", removeWith(sendAccounts, Date.now));
