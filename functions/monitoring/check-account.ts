import { describeError } from "../../shared/api/describe-error.ts";
import {
  accountIn,
  type Delivery,
  type DeliveryReport,
} from "../../shared/monitoring/queue-message.ts";
import { monitorAccount, type Publish } from "../../shared/store/account-monitor.ts";
import { publishEvent } from "../../shared/store/event-bus.ts";
import { loggedJob } from "../../shared/store/job-log.ts";
import { logger } from "../../shared/store/telemetry.ts";

/** Checks the accounts of a delivery; what fails is reported, so that it alone is delivered again. */
export const checkWith =
  (publish: Publish) =>
  async ({ Records }: Delivery): Promise<DeliveryReport> => {
    const now = new Date();
    const checks = Records.map(async ({ messageId, body }) => {
      try {
        await monitorAccount(accountIn(body), now, publish);
        return [];
      } catch (error) {
        logger.error("account not checked", { queue_message: body, error: describeError(error) });
        return [{ itemIdentifier: messageId }];
      }
    });
    return { batchItemFailures: (await Promise.all(checks)).flat() };
  };

export const handler = loggedJob("checkAccount", checkWith(publishEvent));
