import type { CutFile, ImportError, ImportJob, ImportState } from "./job.ts";

/** A change of state, which only happens out of one of `from`. */
export type ImportMove = {
  readonly from: readonly ImportState[];
  readonly set: Partial<Omit<ImportJob, "id" | "done" | "tally">>;
  /** What is forgotten of the pass before: which parts are done, or also what became of their rows. */
  readonly forgets?: "parts" | "all";
};

/** The upload is there and is to be read. */
export const startedImport = (dry_run: boolean, etag: string, now: Date): ImportMove => ({
  from: ["awaiting_upload"],
  set: { state: "reading", dry_run, pass: 1, etag, started_at: now.toISOString() },
});

/** The file has been read and cut; its rows are next. */
export const cut = ({ dry_run }: ImportJob, file: CutFile): ImportMove => ({
  from: ["reading"],
  set: { state: dry_run ? "checking" : "importing", ...file },
});

/** What was only looked at is committed now. */
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

/** What it has committed is taken out of the ledger again. */
export const undoing = ({ pass }: ImportJob, undone_by: string): ImportMove => ({
  from: ["completed", "cancelled", "failed"],
  set: { state: "undoing", pass: pass + 1, undone_by },
  forgets: "parts",
});

/**
 * Whether a worker may still be at a part of an import that was ended: it looks whether the import goes on
 * before it begins a part, which takes so many `seconds` at most.
 */
export const partsMayBeUnderWay = (
  { state, finished_at }: ImportJob,
  seconds: number,
  now: Date,
): boolean =>
  state !== "completed" &&
  finished_at !== undefined &&
  now.getTime() < Date.parse(finished_at) + seconds * 1000;

/** The service gave up, and not because of the file: it can go on where it was. */
export const INTERRUPTED: ImportError = {
  code: "interrupted",
  message: "The service could not go on. What was counted is done; retry goes on from there.",
};

/** An account that is suspended or closed changes nothing, and so its imports do not go on. */
export const ACCOUNT_STOPPED: ImportError = {
  code: "account_stopped",
  message:
    "The account is suspended or closed. What was counted is done; once the account works again, retry goes on from there.",
};

const RESUMABLE = [INTERRUPTED.code, ACCOUNT_STOPPED.code];

/** What a failed job goes on with; undefined when its file is at fault. */
export function resumed(job: ImportJob): ImportMove | undefined {
  if (job.state !== "failed" || !RESUMABLE.includes(job.error?.code ?? "")) return undefined;
  const further = job.dry_run ? "checking" : "importing";
  const state = job.undone_by ? "undoing" : further;
  return { from: ["failed"], set: { state: job.rows === undefined ? "reading" : state } };
}
