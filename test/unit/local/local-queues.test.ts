import { expect, it } from "vitest";
import { LocalQueue } from "../../../scripts/local/local-queues.ts";
import type { JobQueue } from "../../../shared/platform/queues/queue-table.ts";
import type { SqsBatch } from "../../../shared/platform/queues/queues.ts";

const LIMITS: JobQueue = {
  batch_size: 1,
  max_receives: 4,
  max_concurrency: 1,
  stale_after_hours: 1,
};

/** A worker that fails with "bad", and a wait that ends when the test says so. */
function tried() {
  const bodies: string[] = [];
  const waits: { milliseconds: number; end: () => void }[] = [];
  const worker = async ({ Records }: SqsBatch) => {
    bodies.push(...Records.map(({ body }) => body));
    const bad = Records.filter(({ body }) => body === "bad");
    return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
  const wait = (milliseconds: number, ended: AbortSignal) =>
    new Promise<void>((resolve) => {
      waits.push({ milliseconds, end: resolve });
      ended.addEventListener("abort", () => resolve());
    });
  return { bodies, waits, queue: new LocalQueue(worker, LIMITS, wait) };
}

const turns = async () => {
  for (let n = 0; n < 20; n++) await Promise.resolve();
};

it("tries what failed after pauses that double, and lets others pass meanwhile", async () => {
  const { bodies, waits, queue } = tried();
  queue.push("bad");
  await turns();
  queue.push("good");
  await turns();
  expect(bodies).toEqual(["bad", "good"]);
  for (const round of [0, 1, 2]) {
    waits[round]?.end();
    await turns();
  }
  expect(bodies).toEqual(["bad", "good", "bad", "bad", "bad"]);
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([200, 400, 800]);
});

it("does not try again what waits when it is stopped", async () => {
  const { bodies, queue } = tried();
  queue.push("bad");
  await turns();
  await queue.stop();
  await turns();
  expect(bodies).toEqual(["bad"]);
});

it("takes a message of the group that has the fewest under way, however long others wait", async () => {
  const taken: string[] = [];
  const first = Promise.withResolvers<void>();
  const worker = async ({ Records: [record] }: SqsBatch) => {
    taken.push(record?.body ?? "");
    await (taken.length === 1 ? first.promise : new Promise<never>(() => {}));
    return { batchItemFailures: [] };
  };
  const queue = new LocalQueue(worker, { ...LIMITS, max_concurrency: 2 });
  for (const n of [1, 2, 3]) queue.push(`noisy ${n}`, "noisy");
  queue.push("quiet", "quiet");
  first.resolve();
  await turns();
  expect(taken).toEqual(["noisy 1", "noisy 2", "quiet"]);
});
