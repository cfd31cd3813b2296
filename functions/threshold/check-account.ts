import { describeError } from "../../shared/core/errors/errors.ts";
import { keptRates, type LoadRange } from "../../shared/ledger/rates/cached-rates.ts";
import type { CrossingEvent } from "../../shared/notifications/crossings.ts";
import type { Publish } from "../../shared/platform/event-bus.ts";
import { publishEvent } from "../../shared/platform/event-bus.ts";
import {
  accountIn,
  type Delivery,
  type DeliveryReport,
} from "../../shared/platform/queues/messages.ts";
import { loggedJob, logger } from "../../shared/platform/telemetry/telemetry.ts";
import { monitorAccount } from "../../shared/returns/overview/monitor-account.ts";

/**
 * Checks the accounts of a delivery, with rates that are kept from one to the next; what fails is reported,
 * so that it alone is delivered again.
 */
export const checkWith =
  (publish: Publish<CrossingEvent>, loadRange: LoadRange = keptRates()) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const now = new Date();
    const checks = Records.map(async ({ messageId, body }) => {
      try {
        await monitorAccount(accountIn(body), now, publish, loadRange);
        return [];
      } catch (error) {
        logger.error("account not checked", { queue_message: body, error: describeError(error) });
        return [{ itemIdentifier: messageId }];
      }
    });
    return { batchItemFailures: (await Promise.all(checks)).flat() };
  };

export const handler = loggedJob("checkAccount", checkWith(publishEvent));
