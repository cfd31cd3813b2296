import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { stopSignal } from "../../shared/platform/clock.ts";
import type { JobQueue, QueueName } from "../../shared/platform/queues/queue-table.ts";
import type { SqsBatch, SqsBatchResponse } from "../../shared/platform/queues/queues.ts";

export type Worker = (batch: SqsBatch) => Promise<SqsBatchResponse>;

/** A message, and its group: in a fair queue the account that it is for. */
type Message = { readonly body: string; readonly group: string | undefined; receives: number };

/** Waits some milliseconds, or until the signal aborts. */
type Wait = (milliseconds: number, ended: AbortSignal) => Promise<void>;

/** Initial pause. A message that failed because of concurrent writers succeeds when these are done. */
const FIRST_PAUSE_MS = 200;

const waited: Wait = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

/**
 * Replaces SQS and its event source in this process. At most `max_concurrency` messages are processed at once. A failed
 * message is retried after a pause that doubles, up to `max_receives` times in all.
 */
export class LocalQueue {
  readonly #worker: Worker;
  readonly #limits: JobQueue;
  readonly #wait: Wait;
  readonly #waiting: Message[] = [];
  readonly #running = new Set<Promise<void>>();
  /** Number of messages of each group that are processed. */
  readonly #served = new Map<string | undefined, number>();
  readonly #pausing = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  // Workers do not run in the context of the request that sends to them.
  readonly #outside = AsyncLocalStorage.snapshot();
  /** Number of messages that succeeded. */
  done = 0;
  /** The bodies of the messages that failed for the last time. */
  readonly dead: string[] = [];

  constructor(worker: Worker, limits: JobQueue, wait: Wait = waited) {
    this.#worker = worker;
    this.#limits = limits;
    this.#wait = wait;
  }

  push(body: string, group?: string): void {
    this.#waiting.push({ body, group, receives: 0 });
    this.#fill();
  }

  /** Resolves when every message has succeeded or failed for the last time. */
  async idle(): Promise<void> {
    while (this.#running.size + this.#pausing.size > 0) {
      await Promise.race([...this.#running, ...this.#pausing]);
    }
  }

  /** Takes no further message, aborts the clock of running workers, and waits for their end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  #fill(): void {
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#running.size < this.#limits.max_concurrency) {
      const message = this.#next();
      if (!message) return;
      const run = this.#outside(() => stopSignal.run(signal, () => this.#deliver(message)));
      this.#track(this.#running, run);
    }
  }

  /** Takes the oldest message of the group that has the fewest in progress, as fair queues of SQS do. */
  #next(): Message | undefined {
    const served = ({ group }: Message) => this.#served.get(group) ?? 0;
    let best = 0;
    for (const [n, message] of this.#waiting.entries()) {
      if (served(message) < served(this.#waiting[best] as Message)) best = n;
    }
    return this.#waiting.splice(best, 1)[0];
  }

  #count({ group }: Message, change: number): void {
    const count = (this.#served.get(group) ?? 0) + change;
    if (count === 0) this.#served.delete(group);
    else this.#served.set(group, count);
  }

  #track(set: Set<Promise<void>>, promise: Promise<void>): void {
    const tracked = promise.finally(() => {
      set.delete(tracked);
      this.#fill();
    });
    set.add(tracked);
  }

  async #deliver(message: Message): Promise<void> {
    message.receives += 1;
    this.#count(message, 1);
    const attributes = { ApproximateReceiveCount: String(message.receives) };
    const record = { messageId: randomUUID(), body: message.body, attributes };
    const { batchItemFailures } = await this.#worker({ Records: [record] });
    this.#count(message, -1);
    if (batchItemFailures.length === 0) this.done += 1;
    else if (message.receives >= this.#limits.max_receives) this.dead.push(message.body);
    else this.#track(this.#pausing, this.#again(message));
  }

  /** Queues the message again after a pause, in which other messages are processed. */
  async #again(message: Message): Promise<void> {
    await this.#wait(FIRST_PAUSE_MS * 2 ** (message.receives - 1), this.#stopping.signal);
    this.#waiting.push(message);
  }
}

/** Passes the messages of a queue to its worker, until `closing` is disposed. */
export async function listen(
  name: QueueName,
  worker: Worker,
  closing: AsyncDisposableStack,
): Promise<LocalQueue> {
  const { holderOfMessage, localChannel } = await import("../../shared/platform/queues/queues.ts");
  const { queues } = await import("../../shared/platform/queues/queue-table.ts");
  const queue = new LocalQueue(worker, queues[name]);
  const push = (body: unknown) =>
    queue.push(String(body), holderOfMessage(name, JSON.parse(String(body))));
  localChannel(name).subscribe(push);
  closing.defer(async () => {
    localChannel(name).unsubscribe(push);
    await queue.stop();
  });
  return queue;
}
