import type { CutFile, ImportError, ImportJob, ImportState } from "./job.ts";

/** A change of state that is allowed from the states in `from`. */
export type ImportMove = {
  readonly from: readonly ImportState[];
  readonly set: Partial<Omit<ImportJob, "id" | "done" | "totals">>;
  /** The data of the pass before that is reset: the parts that are done, or also the results of their rows. */
  readonly forgets?: "parts" | "all";
};

/** Starts to read the uploaded file. */
export const startedImport = (dry_run: boolean, etag: string, now: Date): ImportMove => ({
  from: ["awaiting_upload"],
  set: { state: "reading", dry_run, pass: 1, etag, started_at: now.toISOString() },
});

/** Starts to process the rows of a file that was read and split. */
export const cut = ({ dry_run }: ImportJob, file: CutFile): ImportMove => ({
  from: ["reading"],
  set: { state: dry_run ? "checking" : "importing", ...file },
});

/** Starts to commit an import after its dry run. */
export const recommitted = ({ pass }: ImportJob): ImportMove => ({
  from: ["checked"],
  set: { state: "importing", dry_run: false, pass: pass + 1 },
  forgets: "all",
});

export const finished = (now: Date): ImportMove[] => [
  { from: ["checking"], set: { state: "checked", finished_at: now.toISOString() } },
  { from: ["importing"], set: { state: "completed", finished_at: now.toISOString() } },
  { from: ["undoing"], set: { state: "undone", finished_at: now.toISOString() } },
];

export const failed = (error: ImportError, now: Date): ImportMove => ({
  from: ["reading", "checking", "importing", "undoing"],
  set: { state: "failed", error, finished_at: now.toISOString() },
});

export const cancelled = (now: Date): ImportMove => ({
  from: ["awaiting_upload", "reading", "checking", "checked", "importing"],
  set: { state: "cancelled", finished_at: now.toISOString() },
});

/** Starts to remove the committed events from the ledger. */
export const undoing = ({ pass }: ImportJob, undone_by: string): ImportMove => ({
  from: ["completed", "cancelled", "failed"],
  set: { state: "undoing", pass: pass + 1, undone_by },
  forgets: "parts",
});

/**
 * True if a worker may still be processing a part of an import that has ended. A worker checks the state before it
 * begins a part, which takes at most `seconds`.
 */
export const partsMayBeUnderWay = (
  { state, finished_at }: ImportJob,
  seconds: number,
  now: Date,
): boolean =>
  state !== "completed" &&
  finished_at !== undefined &&
  now.getTime() < Date.parse(finished_at) + seconds * 1000;

/** The error of an import that the service interrupted, without a fault of the file; it can be resumed. */
export const INTERRUPTED: ImportError = {
  code: "interrupted",
  message: "The service could not go on. What was counted is done; retry goes on from there.",
};

/** The error of an import whose account is suspended or closed, so that it cannot change the ledger. */
export const ACCOUNT_STOPPED: ImportError = {
  code: "account_stopped",
  message:
    "The account is suspended or closed. What was counted is done; once the account works again, retry goes on from there.",
};

const RESUMABLE = [INTERRUPTED.code, ACCOUNT_STOPPED.code];

/** Returns the move that resumes a failed job; undefined if its file is at fault. */
export function resumed(job: ImportJob): ImportMove | undefined {
  if (job.state !== "failed" || !RESUMABLE.includes(job.error?.code ?? "")) return undefined;
  const further = job.dry_run ? "checking" : "importing";
  const state = job.undone_by ? "undoing" : further;
  return { from: ["failed"], set: { state: job.rows === undefined ? "reading" : state } };
}
