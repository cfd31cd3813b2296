import * as z from "zod";
import { DomainError } from "../../core/errors/errors.ts";
import { shareOf } from "../../platform/jobs/jobs.ts";
import { enqueue, type Queue } from "../../platform/queues/queues.ts";
import type { ImportJob } from "./job.ts";

/**
 * A message to read a file or, with `part`, to commit or undo one part of it. After that the worker enqueues the message
 * of the next part, which is `every` parts further on.
 */
const ImportMessage = z.strictObject({
  account: z.string().min(1),
  import_id: z.string().min(1),
  pass: z.int().min(0),
  part: z.int().positive().optional(),
  every: z.int().positive().optional(),
});
export type ImportMessage = z.output<typeof ImportMessage>;

export const IMPORT_FILES: Queue<ImportMessage> = { name: "imports", schema: ImportMessage };
/** Files that take longer to read than others can wait for. */
export const LARGE_FILES: Queue<ImportMessage> = { name: "largefiles", schema: ImportMessage };
export const IMPORT_PARTS: Queue<ImportMessage> = { name: "chunks", schema: ImportMessage };

type Pass = Pick<ImportJob, "id" | "pass">;

/**
 * Returns the first messages for the parts of a job. Each one goes from part to part, so that a large file has few
 * messages in the queue at a time, and files of other accounts need not wait for all of its parts.
 */
export function firstMessages(
  account: string,
  { id: import_id, pass }: Pass,
  parts: readonly number[],
): ImportMessage[] {
  const every = shareOf("chunks");
  const firsts = [...Map.groupBy(parts, (part) => part % every).values()];
  return firsts.map(([part]) => ({ account, import_id, pass, part, every }));
}

/** Returns the message for the next of the parts that are left, of those that a message goes through. */
export function nextMessages(
  { every, part = 0, ...message }: ImportMessage,
  left: readonly number[],
): ImportMessage[] {
  if (every === undefined) return [];
  const next = left.find((one) => one > part && (one - part) % every === 0);
  return next === undefined ? [] : [{ ...message, part: next, every }];
}

/** Maximum size of a file that is read within seconds. */
const MOST_SMALL_BYTES = 20_000_000;

/**
 * Enqueues a job for the worker that reads files, and returns the job.
 * @throws DomainError `not_ready` if the queue accepts no message; repeating the request enqueues the job
 */
export async function enqueueImport(account: string, job: ImportJob): Promise<ImportJob> {
  try {
    const queue = job.size_bytes > MOST_SMALL_BYTES ? LARGE_FILES : IMPORT_FILES;
    await enqueue(queue, [{ account, import_id: job.id, pass: job.pass }]);
    return job;
  } catch (cause) {
    const message = "the import is noted, ask for the same again";
    throw new DomainError("not_ready", message, [], { cause });
  }
}
