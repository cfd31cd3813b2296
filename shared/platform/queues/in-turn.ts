import { describeError } from "../../core/errors/errors.ts";
import { holderOf } from "../../core/sandbox-account.ts";
import { logger } from "../telemetry/telemetry.ts";
import { enqueue, type Queue } from "./queues.ts";
import { endLease, takeLease } from "./store-leases.ts";

/** Seconds after which a message is delivered again that half of the workers left no room for. */
const SENT_BACK_SECONDS = 3;

/**
 * Makes the work of a fair queue, which is done while less than half of the workers serve the account of the message.
 * Otherwise the message goes back to the queue as a new one: a failed delivery would count towards the dead letters.
 */
export const inTurn =
  <Message extends { readonly account: string }>(
    queue: Queue<Message>,
    work: (message: Message) => Promise<unknown>,
  ) =>
  async (message: Message): Promise<void> => {
    const holder = holderOf(message.account);
    const lease = await takeLease(queue.name, holder, JSON.stringify(message), new Date());
    if (!lease) return enqueue(queue, [message], SENT_BACK_SECONDS);
    try {
      await work(message);
    } finally {
      await endLease(lease).catch((error: unknown) => {
        // The lease ends by itself.
        logger.warn("lease not ended", { queue: queue.name, error: describeError(error) });
      });
    }
  };
