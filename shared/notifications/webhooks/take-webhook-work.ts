import { describeError } from "../../core/errors/describe-error.ts";
import type { Delivery, DeliveryReport } from "../../platform/queues/messages.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { doWebhookWork, type WebhookTools } from "./deliver.ts";
import { webhookWorkIn } from "./queue-message.ts";

/**
 * The worker of the queue. That a receiver does not take a message is no failure of it, but a part of the log; what
 * fails here is the service itself, and is delivered again.
 */
export const takeWebhookWork =
  (tools: WebhookTools) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const failures: DeliveryReport["batchItemFailures"] = [];
    for (const { messageId, body } of Records) {
      try {
        await doWebhookWork(webhookWorkIn(body), tools);
      } catch (error) {
        logger.error("webhook not worked on", { queue_message: body, error: describeError(error) });
        failures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failures };
  };
