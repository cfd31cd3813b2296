import { randomBytes } from "node:crypto";
import * as z from "zod";
import { dayOf } from "../../core/calendar/dates.ts";
import { IsoDate, MonthKey } from "../../core/calendar/schema.ts";
import { LeftOut } from "./left-out.ts";
import { NO_ROWS } from "./part-report.ts";

const Count = z.int().min(0);

const SPLIT_STATES = [
  "checking",
  "checked",
  "importing",
  "completed",
  "undoing",
  "undone",
] as const;
export const IMPORT_STATES = [
  "awaiting_upload",
  "reading",
  "checking",
  "checked",
  "importing",
  "completed",
  "failed",
  "cancelled",
  "undoing",
  "undone",
] as const;
type ImportState = (typeof IMPORT_STATES)[number];

const Counts = z.object({
  rows: Count,
  committed: Count,
  duplicate: Count,
  conflict: Count,
  excluded: Count,
  unresolved: Count,
  rejected: Count,
});

const Sums = {
  currency: z.string(),
  events: Count,
  taxable_amount_minor: z.int(),
  vat_amount_minor: z.int(),
};

const CountrySum = z.object({ country: z.string(), ...Sums });
const MonthSum = z.object({ month: MonthKey, ...Sums });

/** The results of rows: of a part of a file, or of all rows that are done. */
export const ImportCounts = z.object({
  counts: Counts,
  /** Number of times each reason was given. */
  reasons: z.record(z.string(), Count),
  countries: z.array(CountrySum),
  /** Sums of the committed rows by month of supply, which an undo takes out again. */
  months: z.array(MonthSum),
  /** Number of unresolved, rejected and conflicting rows by month of supply; "" for rows without a day. */
  open_rows: z.record(z.string(), Count),
  /** The rows that are not in the ledger by this import; empty for rows counted before 2026-11-29. */
  left_out: z.array(LeftOut),
  /** Sums of the committed events that correct a sale; empty like `left_out`. */
  corrections: z.array(z.object(Sums)),
});
export type ImportCounts = z.output<typeof ImportCounts>;

export const NO_COUNTS: ImportCounts = {
  counts: NO_ROWS,
  reasons: {},
  countries: [],
  months: [],
  open_rows: {},
  left_out: [],
  corrections: [],
};

/** The reason why a file could not be imported: a code, and one sentence for the user who uploaded it. */
const ImportError = z.object({
  code: z.string(),
  message: z.string(),
  /** The format that reads the file, if that is another one. */
  recognised_format: z.string().optional(),
});
export type ImportError = z.output<typeof ImportError>;

/** The handling of an order that a file shows otherwise than it is booked. */
const ON_CONFLICT = ["ask", "adjust"] as const;

const Uploaded = {
  /** The ETag of this upload in the bucket. */
  etag: z.string(),
};

/** Known after the file was read: its rows, and the number of parts it was split into. */
const Split = {
  rows: Count,
  row_parts: Count,
  /** Number of parts with corrections; they are processed after all other parts. */
  correction_parts: Count,
};

const AnyJob = z.object({
  id: z.string(),
  format: z.string(),
  source_id: z.string(),
  /** The name of the file in the drop folder; absent for an upload. */
  file_name: z.string().optional(),
  /** The name that an uploaded file has at its user. */
  upload_name: z.string().optional(),
  /** The settings as validated by the schema of the format. */
  settings: z.record(z.string(), z.unknown()),
  /** The handling of a row whose event is booked with other content. */
  on_conflict: z.enum(ON_CONFLICT),
  size_bytes: Count,
  /** Hash of the whole file in hex, given by the user who uploads it. */
  sha256: z.string().optional(),
  requested_at: z.iso.datetime(),
  requested_by: z.string(),
  /** The upload link that the file came by; absent for other files. */
  upload_link: z.string().optional(),
  /** True if the current or last pass is a dry run. */
  dry_run: z.boolean(),
  /** Incremented with every pass over the rows; messages of an earlier pass are outdated. */
  pass: Count,
  /** Absent for a dropped file that failed at once, also when it is resumed. */
  started_at: z.iso.datetime().optional(),
  /** The day of the start by which its rows are judged; absent in jobs of earlier versions. */
  started_on: IsoDate.optional(),
  ...z.object({ ...Uploaded, ...Split }).partial().shape,
  finished_at: z.iso.datetime().optional(),
  error: ImportError.optional(),
  /** The instant and the author (API key or person) of the settlement of its open rows. */
  settled_at: z.iso.datetime().optional(),
  settled_by: z.string().optional(),
  /** The events that were entered for single rows, by the rows' places in the file. */
  settled_rows: z.record(z.string(), z.string()).optional(),
  /** The API key or person that undid the import. */
  undone_by: z.string().optional(),
  /** The expiry of the item in the table, in epoch seconds. */
  expires_at: z.int(),
  /** The parts that are done in this pass, numbered from 1. */
  done: z.set(z.int()),
  totals: ImportCounts,
});

/** The import of one file, with its progress: each state has what it cannot be without. */
export const ImportJob = z.discriminatedUnion("state", [
  AnyJob.extend({ state: z.enum(["awaiting_upload", "cancelled"]) }),
  AnyJob.extend({ state: z.literal("reading"), ...Uploaded }),
  AnyJob.extend({ state: z.enum(SPLIT_STATES), ...Uploaded, ...Split }),
  AnyJob.extend({
    state: z.literal("failed"),
    error: ImportError,
    finished_at: z.iso.datetime(),
  }),
]);
export type ImportJob = z.output<typeof ImportJob>;

/** The number of rows and parts of a file that was split. */
export type SplitFile = Readonly<z.output<z.ZodObject<typeof Split>>>;

export type SplitJob = Extract<ImportJob, SplitFile>;

/** True if the file of an import was read and split into parts. */
export const isSplit = (job: ImportJob): job is SplitJob => job.rows !== undefined;

/** Days that an upload is stored. Raw exports name buyers, so they are kept only as long as a dry run needs. */
export const UPLOAD_DAYS = 7;
/** Days that an import can be viewed and undone; longer than a year and its accounts. */
export const IMPORT_DAYS = 400;

const DAY_SECONDS = 86_400;

export const importExpiry = (requestedAt: Date): number =>
  Math.floor(requestedAt.getTime() / 1000) + IMPORT_DAYS * DAY_SECONDS;

/** Returns a new id of an import, or of a link that asks for one. Ids follow each other in time. */
export const newImportId = (now: Date): string =>
  `${now.toISOString().replaceAll(/[-:.]/g, "")}-${randomBytes(4).toString("hex")}`;

/** True if a user waits for the end of the import: the file did not come by the drop folder or by a link. */
export const isOfUser = ({ file_name, upload_link }: ImportJob): boolean =>
  file_name === undefined && upload_link === undefined;

export const isUnderWay = ({ state }: ImportJob): boolean =>
  ["reading", "checking", "importing", "undoing"].includes(state);

/** Returns the month of a count of open rows; null for rows without a day. */
export const monthIn = (key: string) => (key === "" ? null : MonthKey.parse(key));

/** True if an import has ended with rows that are not in the ledger and that nobody has dealt with. */
export const hasOpenRows = (job: ImportJob): boolean =>
  ["completed", "failed", "cancelled"].includes(job.state) &&
  !job.dry_run &&
  job.settled_at === undefined &&
  Object.values(job.totals.open_rows).some((count) => count > 0);

/** True if the import still waits for an upload that may have expired. */
export const isExpired = ({ state, requested_at }: ImportJob, now: Date): boolean =>
  state === "awaiting_upload" &&
  now.getTime() > Date.parse(requested_at) + UPLOAD_DAYS * 86_400_000;

/** Returns the commit id by which an import recognises its own events. */
export const commitIdOf = ({ id }: Pick<ImportJob, "id">): string => `import ${id}`;

/** Returns the parts that may be processed now: parts with corrections wait for all others. */
export function partsLeft({ done, row_parts, correction_parts }: SplitJob): number[] {
  const left = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => from + n).filter((part) => !done.has(part));
  const rows = left(1, row_parts);
  return rows.length > 0 ? rows : left(row_parts + 1, correction_parts);
}

export const isOfCorrections = (part: number, { row_parts }: SplitJob): boolean => part > row_parts;

const ENDS = ["checked", "completed", "failed", "undone"] as const;

/** Returns the notice of a file that was not imported, and whose end no user waits for. */
export const failedNotice = ({ id, source_id }: ImportJob, now: Date) => ({
  id: `import-${id}`,
  kind: "import.failed" as const,
  created_at: now.toISOString(),
  import_id: id,
  source_id,
});

type ImportEnd = Pick<ImportJob, "id" | "format" | "source_id" | "state" | "error" | "totals">;

/** Returns the event of an import that has ended; undefined while it is in progress, or if the user cancelled it. */
export function importEvent(job: ImportEnd) {
  const status = ENDS.find((end) => end === job.state);
  if (!status) return undefined;
  return {
    type: "import.completed" as const,
    data: {
      import_id: job.id,
      format: job.format,
      source_id: job.source_id,
      status,
      counts: job.totals.counts,
      error_code: job.error?.code ?? null,
    },
  };
}

/** A change of state that is allowed from the states in `from`. */
export type ImportMove = {
  readonly from: readonly ImportState[];
  readonly set: Partial<Omit<ImportJob, "id" | "done" | "totals">>;
  /** The data of the pass before that is reset: the parts that are done, or also the results of their rows. */
  readonly forgets?: "parts" | "all";
};

export const startedImport = (dry_run: boolean, etag: string, now: Date): ImportMove => ({
  from: ["awaiting_upload"],
  set: {
    state: "reading",
    dry_run,
    pass: 1,
    etag,
    started_at: now.toISOString(),
    started_on: dayOf(now),
  },
});

/** Starts to process the rows of a file that was read and split. */
export const cut = ({ dry_run }: ImportJob, file: SplitFile): ImportMove => ({
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
  if (job.state !== "failed" || !RESUMABLE.includes(job.error.code)) return undefined;
  const further = job.dry_run ? "checking" : "importing";
  const state = job.undone_by ? "undoing" : further;
  return { from: ["failed"], set: { state: job.rows === undefined ? "reading" : state } };
}
