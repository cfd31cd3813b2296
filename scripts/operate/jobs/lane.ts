import { randomUUID } from "node:crypto";
import type { JobQueue } from "../../../shared/jobs/job.ts";
import type { Delivery, DeliveryReport } from "../../../shared/threshold/queue-message.ts";

type Worker = (delivery: Delivery) => Promise<DeliveryReport>;

type Message = { readonly body: string; receives: number };

/**
 * What SQS and its event source do, within this process: a few workers at once take one message after the
 * other, and what fails comes again, behind the others, as often as it may.
 */
export class Lane {
  readonly #worker: Worker;
  readonly #limits: JobQueue;
  readonly #outside: <T>(run: () => T) => T;
  readonly #waiting: Message[] = [];
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  /** Workers run within `outside`, and not in the context of whoever sends. */
  constructor(worker: Worker, limits: JobQueue, outside: <T>(run: () => T) => T) {
    this.#worker = worker;
    this.#limits = limits;
    this.#outside = outside;
  }

  push(body: string): void {
    this.#waiting.push({ body, receives: 0 });
    this.#fill();
  }

  /** Takes no further message, and waits for those that are being worked on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  #fill(): void {
    while (!this.#isStopped && this.#running.size < this.#limits.max_concurrency) {
      const message = this.#waiting.shift();
      if (!message) return;
      const run = this.#outside(() => this.#deliver(message)).finally(() => {
        this.#running.delete(run);
        this.#fill();
      });
      this.#running.add(run);
    }
  }

  async #deliver(message: Message): Promise<void> {
    message.receives += 1;
    const attributes = { ApproximateReceiveCount: String(message.receives) };
    const record = { messageId: randomUUID(), body: message.body, attributes };
    const { batchItemFailures } = await this.#worker({ Records: [record] });
    const isAgain = batchItemFailures.length > 0 && message.receives < this.#limits.max_receives;
    if (isAgain) this.#waiting.push(message);
  }
}
