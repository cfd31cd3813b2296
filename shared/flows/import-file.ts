import { dayOf } from "../calendar/iso-date.ts";
import { FileFault } from "../import-files/file-fault.ts";
import type { ImportFormat } from "../import-formats/import-format.ts";
import {
  type Correction,
  type Original,
  preferredOriginal,
  type ReadRow,
  type RowOutcome,
} from "../import-formats/outcome.ts";
import { readImport } from "../import-formats/read-import.ts";
import { findingsOf, type ImportReport, ReportInMaking } from "../imports/report.ts";
import { loadOriginals, saveOriginals } from "../store/import-originals.ts";
import { type CommittedRow, commitRows, type RowOfEvents } from "./commit-rows.ts";

/** What is imported, and how. */
type ImportRequest = {
  readonly account: string;
  readonly format: ImportFormat;
  /** As the format's own schema has checked them. */
  readonly settings: { readonly source_id: string };
  /** The bytes of the file from its beginning; asked for three times. */
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly dry_run: boolean;
  readonly now: () => Date;
  /** Told after every batch: rows that are done, of all rows. */
  readonly onProgress?: (done: number, rows: number) => void;
};

/** Rows of a batch; a row of Amazon's report may make three events, and the ledger takes 500. */
const ROWS_PER_BATCH = 160;

type Work = ImportRequest & {
  readonly inUse: ReturnType<ImportFormat["withSettings"]>;
  readonly report: ReportInMaking;
  readonly rows: number;
  /** Keys that corrections of this file look for, and the sales found under them. */
  readonly wanted: ReadonlySet<string>;
  readonly found: Map<string, Original>;
};

/**
 * Imports a file: looks through it whole before anything is committed, then commits what stands for
 * itself, then the corrections, whose sales may stand anywhere in the file or in an earlier one. Broken
 * off, it is begun again: what was committed is a duplicate then. Memory does not grow with the file,
 * but for what its corrections look for.
 */
export async function importFile(request: ImportRequest): Promise<ImportReport> {
  const { format, settings, dry_run } = request;
  const head = { format: format.name, source_id: settings.source_id, dry_run };
  const report = new ReportInMaking();
  try {
    const inUse = format.withSettings(settings);
    const seen = await lookThrough(request, inUse);
    const work: Work = { ...request, ...seen, inUse, report, found: new Map() };
    await inBatches(work, (row) => row.outcome.outcome !== "correction", takeRows);
    await inBatches(work, (row) => row.outcome.outcome === "correction", takeCorrections);
    return { status: dry_run ? "checked" : "completed", ...head, ...report.parts };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const { code, message } = error;
    return { status: "failed", ...head, error: { code, message }, ...report.parts };
  }
}

const rowsOf = ({ open, now }: ImportRequest, inUse: Work["inUse"]): AsyncGenerator<ReadRow> =>
  readImport(open(), inUse, dayOf(now()));

async function lookThrough(request: ImportRequest, inUse: Work["inUse"]) {
  const wanted = new Set<string>();
  let rows = 0;
  for await (const { outcome } of rowsOf(request, inUse)) {
    rows += 1;
    if (outcome.outcome === "correction") wanted.add(outcome.original_key);
  }
  return { wanted, rows };
}

type Take = (work: Work, rows: readonly ReadRow[]) => Promise<void>;

async function inBatches(work: Work, isMeant: (row: ReadRow) => boolean, take: Take) {
  let batch: ReadRow[] = [];
  const flush = async () => {
    await take(work, batch);
    batch = [];
    work.onProgress?.(work.report.rows, work.rows);
  };
  for await (const row of rowsOf(work, work.inUse)) {
    if (isMeant(row)) batch.push(row);
    if (batch.length === ROWS_PER_BATCH) await flush();
  }
  await flush();
}

async function takeRows(work: Work, rows: readonly ReadRow[]): Promise<void> {
  await settleRows(
    work,
    rows.map(({ at, outcome }) => ({ at, outcome: outcome as RowOutcome })),
  );
  const originals = new Map<string, Original>();
  for (const { original } of rows) {
    if (!original) continue;
    for (const known of work.wanted.has(original.key) ? [originals, work.found] : [originals]) {
      const before = known.get(original.key);
      const stands = before ? preferredOriginal(before, original.original) : original.original;
      known.set(original.key, stands);
    }
  }
  if (!work.dry_run) await saveOriginals(work.account, work.settings.source_id, originals);
}

async function takeCorrections(work: Work, rows: readonly ReadRow[]): Promise<void> {
  const corrections = rows.map(({ at, outcome }) => ({ at, correction: outcome as Correction }));
  const keys = corrections.map(({ correction }) => correction.original_key);
  // What an earlier file has brought counts as well: its sale may be the preferred one.
  const stored = await loadOriginals(work.account, work.settings.source_id, keys);
  const originalOf = (key: string) => {
    const [own, earlier] = [work.found.get(key), stored.get(key)];
    return own && earlier ? preferredOriginal(own, earlier) : (own ?? earlier);
  };
  await settleRows(
    work,
    corrections.map(({ at, correction }) => ({
      at,
      outcome: work.inUse.resolve(correction, originalOf(correction.original_key)),
    })),
  );
}

/** Commits the rows that make events, and counts all. */
async function settleRows(
  { account, report, dry_run, now }: Work,
  rows: readonly { readonly at: string; readonly outcome: RowOutcome }[],
): Promise<void> {
  const making: RowOfEvents[] = [];
  for (const { at, outcome } of rows) {
    for (const finding of findingsOf(at, outcome)) report.find(finding);
    if (outcome.outcome === "event") making.push({ at, events: outcome.events });
    else report.count(outcome.outcome);
  }
  const done: readonly CommittedRow[] = dry_run
    ? making.map(() => ({ fate: "committed" }))
    : await commitRows(account, making, now());
  for (const [n, row] of done.entries()) countCommitted(report, making[n] as RowOfEvents, row);
}

function countCommitted(
  report: ReportInMaking,
  { at, events }: RowOfEvents,
  row: CommittedRow,
): void {
  if (row.message === undefined) {
    report.count(row.fate, events);
    return;
  }
  report.count(row.fate);
  const reason = row.fate === "conflict" ? "event_conflict" : "refused_by_ledger";
  report.find({ at, outcome: row.fate, reason, message: row.message });
}
