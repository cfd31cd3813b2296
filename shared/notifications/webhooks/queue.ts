import { channel } from "node:diagnostics_channel";
import { describeError } from "../../core/errors/errors.ts";
import { sendMessages } from "../../platform/queues/account-queue.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import type { WebhookWork } from "./message.ts";

/** Hands work to whoever delivers. */
export type SendWebhookWork = (work: readonly WebhookWork[]) => Promise<void>;

/** Whoever delivers in this process listens here; on AWS nobody does. */
export const WEBHOOKS_HERE = "vat.webhooks";

/**
 * Puts work in the queue that ACCOUNT_QUEUE_URL names, or hands it on in the process of a local stack. It is noted as
 * due by now: that this fails delays it by a minute, and is no reason to refuse what it follows from.
 */
export const announceWebhookWork: SendWebhookWork = async (work) => {
  if (!process.env["ACCOUNT_QUEUE_URL"]) {
    for (const one of work) channel(WEBHOOKS_HERE).publish(one);
    return;
  }
  try {
    await sendMessages(work.map((one) => JSON.stringify(one)));
  } catch (error) {
    logger.warn("webhook work not announced", { error: describeError(error) });
  }
};
