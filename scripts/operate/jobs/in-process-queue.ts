import { randomUUID } from "node:crypto";
import type { JobQueue } from "../../../shared/platform/jobs/jobs.ts";
import type { SendAccounts } from "../../../shared/platform/queues/account-queue.ts";
import {
  type Delivery,
  type DeliveryReport,
  messageFor,
} from "../../../shared/platform/queues/messages.ts";

type Worker = (delivery: Delivery) => Promise<DeliveryReport>;

type Message = { readonly messageId: string; readonly body: string; receives: number };

/** What SQS does between dispatcher and worker, within this process. */
export class InProcessQueue {
  readonly #messages: Message[] = [];
  readonly #worker: Worker;
  readonly #limits: JobQueue;
  readonly #stop: AbortSignal | undefined;
  /** Bodies of the messages that failed as often as they may. */
  readonly dead: string[] = [];
  /** Messages that were done. */
  done = 0;

  constructor(worker: Worker, limits: JobQueue, stop?: AbortSignal) {
    this.#worker = worker;
    this.#limits = limits;
    this.#stop = stop;
  }

  /** Hands the accounts to the worker before it returns; what fails comes again at once, behind the others. */
  readonly send: SendAccounts = async (accounts) => {
    for (const account of accounts) {
      this.#messages.push({ messageId: randomUUID(), body: messageFor(account), receives: 0 });
    }
    while (this.#messages.length > 0) {
      this.#stop?.throwIfAborted();
      await Promise.all(this.#batches().map((batch) => this.#deliver(batch)));
    }
  };

  /** What the workers are handed at once. */
  #batches(): Message[][] {
    const { batch_size, max_concurrency } = this.#limits;
    const batches = Array.from({ length: max_concurrency }, () =>
      this.#messages.splice(0, batch_size),
    );
    return batches.filter((batch) => batch.length > 0);
  }

  async #deliver(batch: Message[]): Promise<void> {
    const Records = batch.map(({ messageId, body }) => ({ messageId, body }));
    const { batchItemFailures } = await this.#worker({ Records });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of batch) {
      message.receives += 1;
      if (!failed.has(message.messageId)) this.done += 1;
      else if (message.receives < this.#limits.max_receives) this.#messages.push(message);
      else this.dead.push(message.body);
    }
  }
}
