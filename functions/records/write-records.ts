import { describeError } from "../../shared/core/errors/errors.ts";
import { type RecordsClock, writeRecords } from "../../shared/ledger/records/write-records.ts";
import { type SendAccounts, sendAccounts } from "../../shared/platform/queues/account-queue.ts";
import {
  accountIn,
  type Delivery,
  type DeliveryReport,
} from "../../shared/platform/queues/messages.ts";
import { loggedJob, logger } from "../../shared/platform/telemetry/telemetry.ts";

/** Of the 15 minutes that the function has: a part that is begun then ends in time. */
const RUN_MS = 8 * 60_000;

/** Writes the records of the accounts of a delivery; what takes longer than a run is sent on. */
export const writeRecordsWith =
  (send: SendAccounts, now: RecordsClock["now"]) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const clock = { now, until: now() + RUN_MS };
    const failed: DeliveryReport["batchItemFailures"] = [];
    for (const { messageId, body } of Records) {
      try {
        const account = accountIn(body);
        if (!(await writeRecords(account, clock))) await send([account]);
      } catch (error) {
        logger.error("records not written", { queue_message: body, error: describeError(error) });
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };

export const handler = loggedJob("writeRecords", writeRecordsWith(sendAccounts, Date.now));
