import * as z from "zod";
import { NO_ROWS } from "./counts.ts";

const Count = z.int().min(0);

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
export type ImportState = (typeof IMPORT_STATES)[number];

const Counts = z.object({
  rows: Count,
  committed: Count,
  duplicate: Count,
  conflict: Count,
  excluded: Count,
  unresolved: Count,
  rejected: Count,
});

const CountrySum = z.object({
  country: z.string(),
  currency: z.string(),
  events: Count,
  taxable_amount_minor: z.int(),
  vat_amount_minor: z.int(),
});

/** What became of rows: of a part of a file, or of all that are done. */
export const ImportCounts = z.object({
  counts: Counts,
  /** How often each reason was given. */
  reasons: z.record(z.string(), Count),
  countries: z.array(CountrySum),
});
export type ImportCounts = z.output<typeof ImportCounts>;

export const NO_COUNTS: ImportCounts = { counts: NO_ROWS, reasons: {}, countries: [] };

/** Why a file could not be imported: a code, and one sentence for the person who uploaded it. */
const ImportError = z.object({ code: z.string(), message: z.string() });
export type ImportError = z.output<typeof ImportError>;

/** The import of one file, and how far it is. */
export const ImportJob = z.object({
  id: z.string(),
  format: z.string(),
  source_id: z.string(),
  /** As the format's schema has checked them. */
  settings: z.record(z.string(), z.unknown()),
  size_bytes: Count,
  /** Hex, of the whole file; told by who uploads it. */
  sha256: z.string().optional(),
  requested_at: z.iso.datetime(),
  requested_by: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Of the pass that runs, or ran last. */
  dry_run: z.boolean(),
  /** Rises with every look at the rows; what belongs to an earlier one is out of date. */
  pass: Count,
  started_at: z.iso.datetime().optional(),
  finished_at: z.iso.datetime().optional(),
  /** What the bucket calls this very upload. */
  etag: z.string().optional(),
  /** Known when the file has been read: its rows, and the parts they were cut into. */
  rows: Count.optional(),
  row_parts: Count.optional(),
  /** Parts with rows that correct others; they come after all others. */
  correction_parts: Count.optional(),
  error: ImportError.optional(),
  /** The key by which it was undone. */
  undone_by: z.string().optional(),
  /** When the table forgets it, in epoch seconds. */
  expires_at: z.int(),
  /** The parts that are done in this pass, by number from 1. */
  done: z.set(z.int()),
  tally: ImportCounts,
});
export type ImportJob = z.output<typeof ImportJob>;

/** What a file was cut into. */
export type CutFile = {
  readonly rows: number;
  readonly row_parts: number;
  readonly correction_parts: number;
};

/** Raw exports name buyers: no longer than somebody needs to look at a dry run. */
export const UPLOAD_DAYS = 7;
/** What an import brought can be looked up, and undone, past the accounts of its year. */
export const IMPORT_DAYS = 400;

const DAY_SECONDS = 86_400;

export const importExpiry = (requestedAt: Date): number =>
  Math.floor(requestedAt.getTime() / 1000) + IMPORT_DAYS * DAY_SECONDS;

export const isUnderWay = ({ state }: ImportJob): boolean =>
  ["reading", "checking", "importing", "undoing"].includes(state);

/** Whether its upload may be gone, and it has not come further than that. */
export const isExpired = ({ state, requested_at }: ImportJob, now: Date): boolean =>
  state === "awaiting_upload" &&
  now.getTime() > Date.parse(requested_at) + UPLOAD_DAYS * 86_400_000;

/** By which an import recognises what it has committed itself. */
export const commitIdOf = ({ id }: Pick<ImportJob, "id">): string => `import ${id}`;

/** The parts whose turn it is: those with corrections wait until all others are done. */
export function partsLeft({ done, row_parts = 0, correction_parts = 0 }: ImportJob): number[] {
  const left = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => from + n).filter((part) => !done.has(part));
  const rows = left(1, row_parts);
  return rows.length > 0 ? rows : left(row_parts + 1, correction_parts);
}

/** Whether a part holds corrections. */
export const isOfCorrections = (part: number, { row_parts = 0 }: ImportJob): boolean =>
  part > row_parts;

const ENDS = ["checked", "completed", "failed", "undone"] as const;

type ImportEnd = Pick<ImportJob, "id" | "format" | "source_id" | "state" | "error" | "tally">;

/** An import has come to an end by itself; undefined while it goes on, or when somebody cancelled it. */
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
      counts: job.tally.counts,
      error_code: job.error?.code ?? null,
    },
  };
}
