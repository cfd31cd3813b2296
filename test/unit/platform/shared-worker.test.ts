import { afterEach, describe, expect, it, vi } from "vitest";
import { accessOf } from "../../../infra/function-access.ts";
import type { Job } from "../../../shared/api/job.ts";
import * as jobs from "../../../shared/api/jobs.ts";
import {
  SHARED_QUEUES,
  sharedQueueOf,
  sharedWorkerOf,
} from "../../../shared/api/shared-workers.ts";
import { queues, runTime, shareOf } from "../../../shared/platform/queues/queue-table.ts";
import { sharedWorker } from "../../../shared/platform/queues/shared-worker.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const rows = Object.entries<Job>(jobs);

/** A worker of three jobs, and the messages that each of them got. */
function made() {
  const got: string[] = [];
  const job = (name: string, batchItemFailures: object[] = []) => ({
    handler: ({ Records }: { Records: readonly { body: string }[] }) => {
      got.push(`${name}: ${Records[0]?.body}`);
      return Promise.resolve(name === "dispatchMails" ? { sent: 1 } : { batchItemFailures });
    },
  });
  const failed = [{ itemIdentifier: "m1" }];
  const worker = sharedWorker({
    mails: () => Promise.resolve(job("mails", failed)),
    drops: () => Promise.resolve(job("drops")),
    feedback: () => Promise.resolve(job("feedback")),
    dispatchMails: () => Promise.resolve(job("dispatchMails")),
  });
  const send = (body: object, queue?: string) =>
    worker({
      Records: [
        {
          messageId: "m1",
          body: JSON.stringify(body),
          ...(queue ? { messageAttributes: { queue: { stringValue: queue } } } : {}),
        },
      ],
    });
  return { got, send };
}

describe("a shared worker", () => {
  it("passes a message to the job of its queue, and on what failed", async () => {
    const { got, send } = made();
    expect(await send({ job: "drops" }, "mails")).toEqual({
      batchItemFailures: [{ itemIdentifier: "m1" }],
    });
    expect(got).toEqual(['mails: {"job":"drops"}']);
  });

  it("runs the job that a schedule names", async () => {
    const { got, send } = made();
    expect(await send({ job: "dispatchMails" })).toEqual({ batchItemFailures: [] });
    expect(got).toEqual(['dispatchMails: {"job":"dispatchMails"}']);
  });

  it("knows what AWS itself sends: files of the drop folder, and what became of mails", async () => {
    const { got, send } = made();
    await send({ source: "aws.s3", detail: {} });
    await send({ eventType: "Bounce" });
    expect(got.map((line) => line.split(":")[0])).toEqual(["drops", "feedback"]);
  });

  it("fails for a job of the other worker, so that the message becomes a dead letter", async () => {
    await expect(made().send({}, "chunks")).rejects.toThrow("no job of this worker takes chunks");
  });
});

describe.each(SHARED_QUEUES)("the worker of %s", (queue) => {
  const own = rows.filter(([, job]) => sharedQueueOf(job) === queue);
  const row = sharedWorkerOf(
    queue,
    rows.map(([, job]) => job),
  );

  it("imports the handler of each of its jobs, and of no other", async () => {
    const [folder, file] = row.handler.split("/");
    const { handler } = await import(`../../../functions/${folder}/${file}.ts`);
    const expected = own.map(([name, { trigger, handler: of }]) => [
      "queue" in trigger ? trigger.queue : name,
      of,
    ]);
    expect(Object.keys(handler.jobs).sort()).toEqual(expected.map(([key]) => key).sort());
    for (const [key = "", of = ""] of expected) {
      const [part, name] = of.split("/");
      const job = await import(`../../../functions/${part}/${name}.ts`);
      expect((await handler.jobs[key]()).handler).toBe(job.handler);
    }
  });

  it("has time for the longest of its jobs that does not yield", () => {
    const times = own.map(([, { yields, timeout_seconds }]) => (yields ? 0 : timeout_seconds));
    expect(row.timeout_seconds).toBe(Math.max(...times));
    expect(row.timeout_seconds).toBe(queue === "secretJobs" ? 180 : 900);
  });
});

it("the worker without secrets opens none", () => {
  const others = sharedWorkerOf("otherJobs", Object.values(jobs));
  expect(others).not.toHaveProperty("seals");
  // The removal of sandboxes deletes them, and reads none.
  expect(accessOf(others).uses.filter((use) => use.endsWith("_secrets"))).toEqual([]);
});

it("a run ends after 15 seconds where few functions run at once, and one worker serves an account", () => {
  expect([runTime(600_000), shareOf("chunks")]).toEqual([
    600_000,
    queues.chunks.max_concurrency / 2,
  ]);
  vi.stubEnv("SMALL_ACCOUNT", "true");
  expect([runTime(600_000), shareOf("chunks")]).toEqual([15_000, 1]);
});
