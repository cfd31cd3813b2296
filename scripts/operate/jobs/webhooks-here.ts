import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { queues } from "../../../shared/platform/jobs/jobs.ts";
import { Lane } from "./lane.ts";

/** Sends what is due to whoever delivers in this process: in the place of the schedule. */
export async function dispatchDue(): Promise<void> {
  const { dispatchWebhooks } = await import("../../../shared/notifications/webhooks/deliver.ts");
  const { announceWebhookWork } = await import("../../../shared/notifications/webhooks/queue.ts");
  await dispatchWebhooks(announceWebhookWork, new Date());
}

/** Delivers to receivers until `closing` is disposed: in the place of the queue and its worker. */
export async function deliverHere(closing: AsyncDisposableStack): Promise<void> {
  const { announceWebhookWork, WEBHOOKS_HERE } = await import(
    "../../../shared/notifications/webhooks/queue.ts"
  );
  const { takeWebhookWork } = await import("../../../shared/notifications/webhooks/deliver.ts");
  const { OUTSIDE } = await import("../../../shared/notifications/webhooks/http-client.ts");
  const { loopbackAllowed } = await import(
    "../../../shared/notifications/webhooks/receiver-address.ts"
  );
  const worker = takeWebhookWork({
    send: announceWebhookWork,
    now: () => new Date(),
    random: Math.random,
    outside: { ...OUTSIDE, allowLoopback: loopbackAllowed() },
  });
  // It is no part of the request that asks for it.
  const lane = new Lane(worker, queues.webhooks, AsyncLocalStorage.snapshot());
  const push = (work: unknown) => lane.push(JSON.stringify(work));
  subscribe(WEBHOOKS_HERE, push);
  closing.defer(async () => {
    unsubscribe(WEBHOOKS_HERE, push);
    await lane.stop();
  });
}
