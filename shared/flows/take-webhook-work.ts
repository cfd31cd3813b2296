import { describeError } from "../refusals/describe-error.ts";
import { logger } from "../telemetry/telemetry.ts";
import type { Delivery, DeliveryReport } from "../threshold/queue-message.ts";
import { webhookWorkIn } from "../webhooks/queue-message.ts";
import { doWebhookWork, type WebhookTools } from "./deliver-webhook.ts";

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
