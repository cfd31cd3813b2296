import type { LedgerId } from "../../shared/core/ids.ts";
import type { QueueName } from "../../shared/platform/queues/queue-table.ts";
import { localChannel } from "../../shared/platform/queues/queues.ts";

/**
 * Collects what is sent to a queue in this process until it is disposed. Only observes: other tests of the process may
 * send as well.
 */
export function sentTo<Message = { readonly account: LedgerId }>(name: QueueName) {
  const messages: Message[] = [];
  const keep = (body: unknown) => void messages.push(JSON.parse(String(body)));
  localChannel(name).subscribe(keep);
  return {
    messages,
    /** Removes and returns the messages so far. */
    take: () => messages.splice(0),
    [Symbol.dispose]: () => void localChannel(name).unsubscribe(keep),
  };
}
