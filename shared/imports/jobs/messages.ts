import * as z from "zod";
import { DomainError } from "../../core/errors/errors.ts";
import { enqueue, type Queue } from "../../platform/queues/queues.ts";
import type { ImportJob } from "./job.ts";

/** A message to read a file or, with `part`, to commit or undo one part of it. */
const ImportMessage = z.strictObject({
  account: z.string().min(1),
  import_id: z.string().min(1),
  pass: z.int().min(0),
  part: z.int().positive().optional(),
});
export type ImportMessage = z.output<typeof ImportMessage>;

export const IMPORT_FILES: Queue<ImportMessage> = { name: "imports", schema: ImportMessage };
export const IMPORT_PARTS: Queue<ImportMessage> = { name: "chunks", schema: ImportMessage };

/** Returns the messages of parts of a job. */
export const messagesOf = (
  account: string,
  { id, pass }: Pick<ImportJob, "id" | "pass">,
  parts: readonly number[],
): ImportMessage[] => parts.map((part) => ({ account, import_id: id, pass, part }));

/**
 * Enqueues a job for the worker that reads files, and returns the job.
 * @throws DomainError `not_ready` if the queue accepts no message; repeating the request enqueues the job
 */
export async function enqueueImport(account: string, job: ImportJob): Promise<ImportJob> {
  try {
    await enqueue(IMPORT_FILES, [{ account, import_id: job.id, pass: job.pass }]);
    return job;
  } catch (cause) {
    const message = "the import is noted, ask for the same again";
    throw new DomainError("not_ready", message, [], { cause });
  }
}
