import { dayOf, type Period, periodNamed } from "../../core/calendar/dates.ts";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import { keepNoticeOnce } from "../../notifications/store.ts";
import { type ImportJob, isUnderWay, recommitted } from "../jobs/job.ts";
import { enqueueImport } from "../jobs/process-message.ts";
import { loadImportJob, moveImportJob } from "../jobs/store-jobs.ts";
import { listUploadLinks } from "./store-upload-links.ts";
import { receivedOf, takesFiles, type UploadLink } from "./upload-link.ts";

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

/** Days before the end of a link from which an account is reminded that nothing has arrived, half its time at most. */
const REMINDER_DAYS = 3;

/** Notifies the account, once for each link, of links that end soon and have received nothing. */
export async function remindOfLinks(
  ledger: LedgerId,
  links: readonly UploadLink[],
  now: Date,
): Promise<void> {
  for (const link of links) {
    const [start, end] = [Date.parse(link.created_at), Date.parse(link.ends_at)];
    const from = Math.max(end - REMINDER_DAYS * 86_400_000, (start + end) / 2);
    if (!takesFiles(link, now) || receivedOf(link).length > 0 || now.getTime() < from) continue;
    await keepNoticeOnce(ledger, {
      id: `upload-link-${link.id}`,
      kind: "upload_link.unanswered",
      created_at: now.toISOString(),
      source_id: link.source_id,
      asked_period: link.period_key,
      ends_on: dayOf(new Date(end)),
    });
  }
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

/** Begins a commit, or enqueues one that was begun and has no part done yet: its message may be lost. */
async function begin(ledger: LedgerId, job: ImportJob): Promise<void> {
  if (job.state === "importing" && job.done.size > 0) return;
  const begun = job.state === "checked" ? await moveImportJob(ledger, job, recommitted(job)) : job;
  if (begun) await enqueueImport(ledger, begun);
}

const cannotRead = ({ error }: ImportJob) =>
  new DomainError("import_state_conflict", error?.message ?? "the file cannot be read");
