import { type Period, periodNamed } from "../../core/calendar/dates.ts";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import { type ImportJob, isUnderWay, recommitted } from "../jobs/job.ts";
import { enqueueImport } from "../jobs/process-message.ts";
import { loadImportJob, moveImportJob } from "../jobs/store-jobs.ts";
import { listUploadLinks } from "./store-upload-links.ts";
import { receivedOf, type UploadLink } from "./upload-link.ts";

/** Number of links that are scanned, the newest first. */
const LINKS_SCANNED = 100;

export const loadRecentLinks = (ledger: LedgerId): Promise<UploadLink[]> =>
  listUploadLinks(ledger, LINKS_SCANNED);

/** True for a link that asks for files of a period, of a month in it, or of the quarter around it. */
const isFor =
  ({ firstDay, lastDay }: Period) =>
  ({ period_key }: UploadLink): boolean => {
    const period = periodNamed(period_key);
    return period !== undefined && period.firstDay <= lastDay && firstDay <= period.lastDay;
  };

/** Returns the numbers of links that ask for files of a period, and of files that they received. */
export function countFiles(links: readonly UploadLink[], period_key: PeriodKey) {
  const period = periodNamed(period_key);
  const asking = links
    .filter((link) => link.revoked_at === undefined || receivedOf(link).length > 0)
    .filter(period ? isFor(period) : () => false);
  return { files_asked: asking.length, files_received: asking.flatMap(receivedOf).length };
}

/**
 * Commits the files that were sent for a period, once they are checked, as a preparer does with each of them. To be
 * repeated while files are in progress; no file is committed twice.
 * @param since instant from which on a commit counts as done by this request
 * @throws DomainError `not_found` without a file; `import_state_conflict` if no file can be read; `not_ready`
 */
export async function commitSentFiles(
  ledger: LedgerId,
  period: Period,
  since: string,
): Promise<"in progress" | "done" | "unchanged"> {
  const sent = (await loadRecentLinks(ledger)).filter(isFor(period)).flatMap(receivedOf);
  const found = await Promise.all(sent.map(({ id }) => loadImportJob(ledger, id)));
  const jobs = found.filter((job) => job !== undefined);
  if (jobs.length === 0) throw notFound("file that was sent for this period");
  const begun = await Promise.all(jobs.filter(hasNewRows).map((job) => begin(ledger, job)));
  if (begun.length > 0 || jobs.some(isUnderWay)) return "in progress";
  const [unread, ...others] = jobs.filter(({ state }) => state === "failed");
  if (unread && others.length + 1 === jobs.length) throw cannotRead(unread);
  const isNew = ({ state, finished_at = "" }: ImportJob) =>
    state === "completed" && finished_at >= since;
  return jobs.some(isNew) ? "done" : "unchanged";
}

const hasNewRows = ({ state, totals }: ImportJob): boolean =>
  state === "importing" || (state === "checked" && totals.counts.committed > 0);

/** Begins a commit, or enqueues one that was begun: its message may be lost. */
async function begin(ledger: LedgerId, job: ImportJob): Promise<void> {
  const begun = job.state === "checked" ? await moveImportJob(ledger, job, recommitted(job)) : job;
  if (begun) await enqueueImport(ledger, begun);
}

const cannotRead = ({ error }: ImportJob) =>
  new DomainError("import_state_conflict", error?.message ?? "the file cannot be read");
