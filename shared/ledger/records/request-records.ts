import { randomBytes } from "node:crypto";
import { DomainError } from "../../core/errors/errors.ts";
import { isSameRequest, isUnfinished, newJob, type RecordsJob } from "./job.ts";
import { announceRecords } from "./queue.ts";
import type { RecordsRequest } from "./schema.ts";
import { loadNewestRecordsJobs, saveRecordsJob } from "./store-records-jobs.ts";

/** Each reads every supply of its range. */
const MOST_UNFINISHED = 5;

/**
 * Asks for the records of a range. The same request as one that is not finished is that one, and
 * tells the worker again.
 * @throws DomainError `records_limit_reached` while too many others are not finished; `not_ready`
 */
export async function requestRecords(
  account: string,
  asked: RecordsRequest,
  { keyId, now }: { readonly keyId: string; readonly now: Date },
): Promise<RecordsJob> {
  const unfinished = (await loadNewestRecordsJobs(account)).filter(isUnfinished);
  const known = unfinished.find((job) => isSameRequest(job, asked));
  if (!known && unfinished.length >= MOST_UNFINISHED) {
    const message = `${MOST_UNFINISHED} requests for records are not finished yet`;
    throw new DomainError("records_limit_reached", message);
  }
  const job = known ?? (await keepNew(account, asked, keyId, now));
  await announceRecords(account);
  return job;
}

async function keepNew(
  account: string,
  asked: RecordsRequest,
  requested_by: string,
  now: Date,
): Promise<RecordsJob> {
  const requested_at = now.toISOString();
  const id = `${requested_at.replaceAll(/[-:.]/g, "")}-${randomBytes(4).toString("hex")}`;
  const job = newJob(asked, { id, requested_at, requested_by });
  // With a random part in its id, what is there already is this very job: an answer was lost.
  await saveRecordsJob(account, job);
  return job;
}
