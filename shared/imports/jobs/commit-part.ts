import { DomainError } from "../../core/errors/errors.ts";
import { commitEvents } from "../../ledger/commit/commit-events.ts";
import { NewEvent } from "../../ledger/events/schema.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import {
  type Correction,
  type ImportedEvent,
  type Original,
  preferredOriginal,
  type RowOutcome,
} from "../formats/outcome.ts";
import { resultOfCommit } from "./counts.ts";
import { commitIdOf, type ImportJob, isOfCorrections } from "./job.ts";
import { findingsOf, type PartRow, partRows, ReportInMaking } from "./part-report.ts";
import { findingsLines } from "./row-findings.ts";
import { markImportPart } from "./store-jobs.ts";
import { findingsObject, partObject, readText, writeText } from "./store-objects.ts";
import { loadOriginals, saveOriginals } from "./store-originals.ts";

/** The events of one row of a file: they are all committed, or all rejected. */
type RowOfEvents = {
  readonly at: string;
  readonly day: string | undefined;
  readonly events: readonly ImportedEvent[];
};

/** The result of a row; `message` is the reason for an error. */
type RowStatus =
  | { readonly result: "committed" | "duplicate"; readonly message?: undefined }
  | { readonly result: "conflict" | "rejected"; readonly message: string };

/** The time and the id of a commit: events committed earlier under the same id are not duplicates. */
type Committing = {
  readonly now: Date;
  readonly commit_id: string;
  /** Nothing is written; each row gets the result of a real commit. */
  readonly dry_run: boolean;
};

/**
 * Commits rows in one request, and returns the result of each in order. The ledger takes a request completely or not at
 * all. A rejected request is halved until the faulty row is found.
 */
async function commitRows(
  account: string,
  rows: readonly RowOfEvents[],
  by: Committing,
): Promise<RowStatus[]> {
  if (rows.length === 0) return [];
  const { now, ...how } = by;
  try {
    const events = rows.flatMap((row) => row.events.map((one) => NewEvent.parse(one)));
    const items = await commitEvents(account, events, now, how);
    const statuses = new Map(items.map(({ event_id, status }) => [event_id, status]));
    return rows.map((row) => {
      const own = row.events.map(({ event_id }) => statuses.get(event_id) ?? "duplicate");
      return { result: resultOfCommit(own) === "committed" ? "committed" : "duplicate" };
    });
  } catch (error) {
    if (!isRejection(error)) throw error;
    if (rows.length === 1) return [rejectedRow(error)];
    const middle = rows.length >> 1;
    return [
      ...(await commitRows(account, rows.slice(0, middle), by)),
      ...(await commitRows(account, rows.slice(middle), by)),
    ];
  }
}

/** True if the error is a fault of the events; any other error may disappear in a later import. */
const isRejection = (error: unknown): error is DomainError =>
  error instanceof DomainError && ["event_conflict", "invalid_request"].includes(error.code);

function rejectedRow({ code, message, details }: DomainError): RowStatus {
  if (code === "event_conflict") {
    return { result: "conflict", message: "The ledger has this id with different content." };
  }
  return { result: "rejected", message: details?.[0]?.message ?? message };
}

/** Maximum number of events per commit. The ledger takes 500 in one request, and a row makes a few. */
const EVENTS_AT_ONCE = 450;

type ReadPartRow = Pick<PartRow, "at" | "day"> & { readonly outcome: RowOutcome };

/**
 * Commits the rows of one part, or only checks them, and records the results in one write. Repeated after a crash, it
 * commits nothing twice and counts the same.
 * @returns the updated import; undefined if another worker has recorded that part.
 */
export async function commitImportPart(
  account: string,
  job: ImportJob,
  part: number,
  now: Date,
): Promise<ImportJob | undefined> {
  const { rows, resolved } = await readPart(account, job, part);
  const report = new ReportInMaking();
  await recordRows(account, job, resolved, report, now);
  if (!job.dry_run) await saveOriginals(account, job.source_id, originalsIn(rows));
  await keepFindings(account, job, part, report);
  return markImportPart(account, job, part, report.totals);
}

/** Reads the rows of a part, with the outcome of each. */
export async function readPart(account: string, job: ImportJob, part: number) {
  const text = await readText(partObject(account, job.id, part));
  if (text === undefined) throw new RangeError(`part ${part} of ${job.id} is gone`);
  const rows = partRows(text);
  const resolved: readonly ReadPartRow[] = isOfCorrections(part, job)
    ? await resolvedRows(account, job, rows)
    : rows.map(({ at, day, outcome }) => ({ at, day, outcome: outcome as RowOutcome }));
  return { rows, resolved };
}

/** Resolves corrections by their sales: from this file, or from an earlier one if that is preferred. */
async function resolvedRows(
  account: string,
  job: ImportJob,
  rows: readonly PartRow[],
): Promise<ReadPartRow[]> {
  const format = IMPORT_FORMATS.find(({ name }) => name === job.format);
  const { resolve } = (format as NonNullable<typeof format>).withSettings(job.settings);
  const corrections = rows.map((row) => ({ ...row, outcome: row.outcome as Correction }));
  const keys = corrections.map(({ outcome }) => outcome.original_key);
  const stored = await loadOriginals(account, job.source_id, keys);
  return corrections.map(({ at, day, outcome, own }) => {
    const earlier = stored.get(outcome.original_key);
    const original = own && earlier ? preferredOriginal(own, earlier) : (own ?? earlier);
    return { at, day, outcome: resolve(outcome, original) };
  });
}

function originalsIn(rows: readonly PartRow[]): Map<string, Original> {
  const originals = new Map<string, Original>();
  for (const { original } of rows) {
    if (!original) continue;
    const before = originals.get(original.key);
    const stands = before ? preferredOriginal(before, original.original) : original.original;
    originals.set(original.key, stands);
  }
  return originals;
}

/** Commits the rows that make events, and counts all rows. */
async function recordRows(
  account: string,
  job: ImportJob,
  rows: readonly ReadPartRow[],
  report: ReportInMaking,
  now: Date,
): Promise<void> {
  const making: RowOfEvents[] = [];
  for (const { at, day, outcome } of rows) {
    for (const finding of findingsOf(at, outcome)) report.find(finding);
    if (outcome.outcome === "event") making.push(rowOfEvents(at, outcome.events));
    else if (outcome.outcome === "excluded") report.count("excluded");
    else report.countOpen(outcome.outcome, day);
  }
  for (const batch of batchesOf(making)) {
    const { dry_run } = job;
    const done = await commitRows(account, batch, { now, commit_id: commitIdOf(job), dry_run });
    for (const [n, row] of done.entries()) countCommitted(report, batch[n] as RowOfEvents, row);
  }
}

const rowOfEvents = (at: string, events: readonly ImportedEvent[]): RowOfEvents => ({
  at,
  day: events[0]?.supply_date,
  events,
});

function batchesOf(rows: readonly RowOfEvents[]): RowOfEvents[][] {
  const batches: RowOfEvents[][] = [];
  let size = EVENTS_AT_ONCE;
  for (const row of rows) {
    size += row.events.length;
    if (size > EVENTS_AT_ONCE) {
      batches.push([]);
      size = row.events.length;
    }
    batches.at(-1)?.push(row);
  }
  return batches;
}

function countCommitted(
  report: ReportInMaking,
  { at, day, events }: RowOfEvents,
  row: RowStatus,
): void {
  if (row.message === undefined) {
    report.count(row.result, events);
    return;
  }
  report.countOpen(row.result, day);
  const reason = row.result === "conflict" ? "event_conflict" : "refused_by_ledger";
  report.find({ at, outcome: row.result, reason, message: row.message });
}

async function keepFindings(
  account: string,
  { id, pass }: ImportJob,
  part: number,
  { findings }: ReportInMaking,
): Promise<void> {
  if (findings.length === 0) return;
  await writeText(findingsObject(account, id, pass, part), findingsLines(findings));
}
