import { describeError } from "../../core/errors/describe-error.ts";
import type { QueueName } from "../../platform/jobs/job.ts";
import { queues } from "../../platform/jobs/jobs.ts";
import type { Delivery, DeliveryReport } from "../../platform/queues/messages.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { type ImportMessage, importIn } from "./messages.ts";
import { giveUpImport, type ImportTools } from "./process-message.ts";

type Take = (message: ImportMessage, tools: ImportTools) => Promise<void>;

/**
 * The worker of a queue of imports. What fails is delivered again; an import of which a message has
 * failed as often as it may is ended, so that nobody waits for it.
 */
export const takeImports =
  (queue: QueueName, take: Take, tools: ImportTools) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const failures: DeliveryReport["batchItemFailures"] = [];
    for (const { messageId, body, attributes } of Records) {
      try {
        await take(importIn(body), tools);
      } catch (error) {
        logger.error("import not worked on", { queue_message: body, error: describeError(error) });
        failures.push({ itemIdentifier: messageId });
        const receives = Number(attributes?.ApproximateReceiveCount ?? 1);
        if (receives >= queues[queue].max_receives) await giveUp(body, tools);
      }
    }
    return { batchItemFailures: failures };
  };

async function giveUp(body: string, { now }: ImportTools): Promise<void> {
  try {
    await giveUpImport(importIn(body), now());
  } catch (error) {
    logger.error("import not ended", { queue_message: body, error: describeError(error) });
  }
}
