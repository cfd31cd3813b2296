import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { JobQueue } from "../../../shared/platform/jobs/jobs.ts";
import type { Delivery, DeliveryReport } from "../../../shared/platform/queues/messages.ts";

type Worker = (delivery: Delivery) => Promise<DeliveryReport>;

type Message = { readonly body: string; receives: number };

/** Takes the milliseconds that it waits, and what ends the wait. */
type Wait = (milliseconds: number, ended: AbortSignal) => Promise<void>;

/** What failed because others wrote at the same time succeeds when they are done. */
const FIRST_PAUSE_MS = 200;

const waited: Wait = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

/**
 * What SQS and its event source do, within this process: a few workers at once take one message after the
 * other, and what fails comes again after a pause that doubles, as often as it may.
 */
export class Lane {
  readonly #worker: Worker;
  readonly #limits: JobQueue;
  readonly #outside: <T>(run: () => T) => T;
  readonly #wait: Wait;
  readonly #waiting: Message[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  /** Workers run within `outside`, and not in the context of whoever sends. */
  constructor(
    worker: Worker,
    limits: JobQueue,
    outside: <T>(run: () => T) => T,
    wait: Wait = waited,
  ) {
    this.#worker = worker;
    this.#limits = limits;
    this.#outside = outside;
    this.#wait = wait;
  }

  push(body: string): void {
    this.#waiting.push({ body, receives: 0 });
    this.#fill();
  }

  /** Takes no further message, and waits for those that are being worked on. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  #fill(): void {
    while (!this.#stopping.signal.aborted && this.#running.size < this.#limits.max_concurrency) {
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
    if (isAgain) void this.#again(message);
  }

  /** Others take their turn while it waits. */
  async #again(message: Message): Promise<void> {
    await this.#wait(FIRST_PAUSE_MS * 2 ** (message.receives - 1), this.#stopping.signal);
    this.#waiting.push(message);
    this.#fill();
  }
}
