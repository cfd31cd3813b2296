import type { Context } from "aws-lambda";
import { queues } from "./queue-table.ts";
import type { SqsBatch, SqsBatchResponse } from "./queues.ts";

type JobModule = {
  readonly handler: (batch: SqsBatch, context?: Context) => Promise<object>;
};

/** Functions that import a job, by its queue, or by its name if a schedule starts it. */
type SharedJobs = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Builds the handler of a queue that several jobs share. The handler imports a job with its first message, so that a
 * cold start loads that job alone.
 */
export const sharedWorker = (jobs: SharedJobs) =>
  Object.assign(
    async (batch: SqsBatch, context?: Context): Promise<SqsBatchResponse> => {
      const [record] = batch.Records;
      const kind = record ? kindOf(record) : "";
      const { handler } = ((await jobs[kind]?.()) ?? {}) as Partial<JobModule>;
      if (!handler) throw new Error(`no job of this worker takes ${kind}`);
      const result = await handler(batch, context);
      return kind in queues ? (result as SqsBatchResponse) : { batchItemFailures: [] };
    },
    { jobs },
  );

/** Names the queue or the job of a message. Only EventBridge and SNS send messages without either. */
function kindOf({ messageAttributes, body }: SqsBatch["Records"][number]): string {
  const queue = messageAttributes?.queue?.stringValue;
  if (queue !== undefined) return queue;
  const { job, source } = JSON.parse(body);
  return job ?? (source === "aws.s3" ? "drops" : "feedback");
}
