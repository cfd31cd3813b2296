import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { commitEvents } from "../../ledger/commit/commit-events.ts";
import { NewEvent } from "../../ledger/events/schema.ts";
import { saveOrderNames } from "../../ledger/order-names/store-order-names.ts";
import { loadVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import { withRole } from "../../vat/schemes/supply-event.ts";
import type { Check } from "../../vat/schemes/warnings.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import {
  type Correction,
  event,
  type ImportedEvent,
  type Original,
  preferredOriginal,
  type RowOutcome,
} from "../formats/outcome.ts";
import { factsOfEvents, factsOfOutcome, type RowFacts } from "../formats/row-facts.ts";
import type { OrderEdit } from "../formats/shop-rules.ts";
import type { Movement } from "../movements/movement.ts";
import { saveMovements } from "../movements/store-movements.ts";
import { bookRow } from "../orders/book-row.ts";
import { nameIn, ordersIn } from "../orders/name-order.ts";
import { resolveRefunds } from "../orders/resolve-refunds.ts";
import { loadShopOrders } from "../orders/store-orders.ts";
import { commitIdOf, type ImportJob, isOfCorrections, type SplitJob } from "./job.ts";
import { ALREADY_RECORDED } from "./left-out.ts";
import { rowsInOtherSources } from "./other-sources.ts";
import {
  findingsOf,
  PartReportBuilder,
  type PartRow,
  partRows,
  resultOfCommit,
  taxFindings,
} from "./part-report.ts";
import { findingsLines } from "./row-findings.ts";
import { markImportPart } from "./store-jobs.ts";
import {
  findingsObject,
  loadOriginals,
  partObject,
  readText,
  saveOriginals,
  writeText,
} from "./store-objects.ts";

/** The events of one row of a file: they are all committed, or all rejected. */
type RowOfEvents = {
  readonly at: string;
  readonly day: string | undefined;
  readonly facts: RowFacts | undefined;
  readonly edit: OrderEdit | undefined;
  readonly events: readonly ImportedEvent[];
};

/** The result of a row; `message` is the reason for an error, `checks` are the findings on its events. */
type RowStatus =
  | {
      readonly result: "committed" | "duplicate";
      readonly message?: undefined;
      readonly checks?: readonly Check[];
    }
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
  ledger: LedgerId,
  rows: readonly RowOfEvents[],
  by: Committing,
): Promise<RowStatus[]> {
  if (rows.length === 0) return [];
  const { now, ...how } = by;
  try {
    const events = rows.flatMap((row) =>
      row.events.map((event) => NewEvent.parse(withRole(event))),
    );
    const items = await commitEvents(ledger, events, now, how);
    // An id that stands twice in the request is committed the first time.
    const statuses = Map.groupBy(items, ({ event_id }) => event_id);
    return rows.map((row) => {
      const own = row.events.flatMap(({ event_id }) => statuses.get(event_id)?.shift() ?? []);
      const isNew = resultOfCommit(own.map(({ status }) => status)) === "committed";
      if (!isNew) return { result: "duplicate" };
      return { result: "committed", checks: own.flatMap(({ checks }) => checks) };
    });
  } catch (error) {
    if (!isRejection(error)) throw error;
    if (rows.length === 1) return [rejectedRow(error)];
    const middle = rows.length >> 1;
    return [
      ...(await commitRows(ledger, rows.slice(0, middle), by)),
      ...(await commitRows(ledger, rows.slice(middle), by)),
    ];
  }
}

/** True if the error is a fault of the events; any other error may disappear in a later import. */
const isRejection = (error: unknown): error is DomainError =>
  error instanceof DomainError && ["event_conflict", "invalid_request"].includes(error.code);

const CONFLICT = {
  result: "conflict",
  message: "The ledger has this id with different content.",
} as const;

function rejectedRow({ code, message, details }: DomainError): RowStatus {
  if (code === "event_conflict") return CONFLICT;
  return { result: "rejected", message: details?.[0]?.message ?? message };
}

/** Maximum number of events per commit: five full DynamoDB transactions of sales. The ledger takes 500 in one request. */
const EVENTS_AT_ONCE = 450;

type ReadPartRow = Pick<PartRow, "at" | "day" | "facts" | "edit"> & {
  readonly outcome: RowOutcome;
};

/**
 * Commits the rows of one part, or only checks them, and records the results in one write. Repeated after a crash, it
 * commits nothing twice and counts the same.
 * @returns the updated import; undefined if another worker has recorded that part.
 */
export async function commitImportPart(
  ledger: LedgerId,
  job: SplitJob,
  part: number,
  now: Date,
): Promise<ImportJob | undefined> {
  const { rows, resolved } = await readPart(ledger, job, part);
  const report = new PartReportBuilder();
  const orders = job.dry_run ? [] : ordersIn(job.format, resolved);
  const named = saveOrderNames(ledger, job.source_id, orders);
  await Promise.all([
    recordRows(ledger, job, resolved, report, { now, named }),
    ...(job.dry_run
      ? []
      : [
          saveOriginals(ledger, job.source_id, originalsIn(rows)),
          saveMovements(ledger, movementsOf(rows), byImport(job, now)),
        ]),
    named,
  ]);
  await keepFindings(ledger, job, part, report);
  return markImportPart(ledger, job, part, report.totals);
}

export async function readPart(ledger: LedgerId, job: SplitJob, part: number) {
  const text = await readText(partObject(ledger, job.id, part));
  if (text === undefined) throw new RangeError(`part ${part} of ${job.id} is gone`);
  const rows = partRows(text);
  const resolved: readonly ReadPartRow[] = isOfCorrections(part, job)
    ? await resolvedRows(ledger, job, rows)
    : rows.map(({ at, day, facts, edit, outcome }) => ({
        at,
        day,
        facts,
        edit,
        outcome: outcome as RowOutcome,
      }));
  return { rows, resolved };
}

/** Resolves corrections by their sales: from this file, or from an earlier one if that is preferred. */
async function resolvedRows(
  ledger: LedgerId,
  job: ImportJob,
  rows: readonly PartRow[],
): Promise<ReadPartRow[]> {
  const format = IMPORT_FORMATS.find(({ name }) => name === job.format);
  if (!format) throw new RangeError(`there is no format ${job.format}`);
  const { resolve } = format.withSettings(job.settings, await loadVatRates());
  const corrections = rows.map((row) => ({ ...row, outcome: row.outcome as Correction }));
  const keys = corrections.map(({ outcome }) => outcome.original_key);
  const stored = await loadOriginals(ledger, job.source_id, keys);
  const byOrder = Map.groupBy(corrections, ({ outcome }) => outcome.original_key);
  const outcomes = new Map(
    [...byOrder].flatMap(([key, same]) => {
      const earlier = stored.get(key);
      const own = same.find((row) => row.own)?.own;
      const original = own && earlier ? preferredOriginal(own, earlier) : (own ?? earlier);
      const refunds = same.map(({ outcome }) => outcome);
      const resolved = resolveRefunds(refunds, original, resolve);
      return refunds.map((refund, n) => [refund, resolved[n] as RowOutcome] as const);
    }),
  );
  return corrections.map(({ at, day, facts, edit, outcome }) => {
    return { at, day, facts, edit, outcome: outcomes.get(outcome) as RowOutcome };
  });
}

/** Returns the movements of own goods that rows report. */
export const movementsOf = (rows: readonly PartRow[]): readonly Movement[] =>
  rows.flatMap(({ movement }) => movement ?? []);

export const byImport = ({ id, source_id }: ImportJob, now: Date) => ({
  import_id: id,
  source_id,
  now,
});

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
  ledger: LedgerId,
  job: ImportJob,
  rows: readonly ReadPartRow[],
  report: PartReportBuilder,
  { now, named }: { readonly now: Date; readonly named: Promise<void> },
): Promise<void> {
  const committable: RowOfEvents[] = [];
  for (const row of rows) {
    if (isOfEvents(row)) committable.push(rowOfEvents(row, report));
    else recordOther(row as OtherPartRow, report);
  }
  await remarkOtherSources(ledger, job, committable, report);
  const { dry_run } = job;
  const by = { now, commit_id: commitIdOf(job), dry_run };
  // An edit names its order as well, with events that the rows do not have.
  const edited = (row: RowOfEvents) => named.then(() => bookedRow(ledger, job, row, by));
  const known = await knownOrders(ledger, job, committable);
  const isKnown = ({ edit }: RowOfEvents) => edit !== undefined && known.has(edit.order_id);
  for (const batch of batchesOf(committable.filter((row) => !isKnown(row)))) {
    const done = await commitRows(ledger, batch, by);
    for (const [n, status] of done.entries()) {
      const row = batch[n] as RowOfEvents;
      const isEdited = status.result === "conflict" && job.on_conflict === "adjust";
      countCommitted(report, row, isEdited ? await edited(row) : status);
    }
  }
  for (const row of committable.filter(isKnown)) {
    countCommitted(report, row, await edited(row));
  }
}

async function remarkOtherSources(
  ledger: LedgerId,
  { source_id }: ImportJob,
  rows: readonly RowOfEvents[],
  report: PartReportBuilder,
): Promise<void> {
  for (const row of await rowsInOtherSources(ledger, source_id, rows)) {
    const remarks = findingsOf(row.at, event([], ["maybe_in_two_sources"]));
    for (const finding of remarks) report.find({ ...finding, ...factsOfRow(row) });
  }
}

/** Returns the ids of the orders of these rows that are known from a connected shop, or were booked as edits. */
async function knownOrders(
  ledger: LedgerId,
  { source_id }: ImportJob,
  rows: readonly RowOfEvents[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ edit }) => (edit ? [edit.order_id] : []));
  const orders = await loadShopOrders(ledger, source_id, ids);
  const known = orders.filter(({ modified_at, used }) => modified_at !== "" || used.length > 0);
  return new Set(known.map(({ order_id }) => order_id));
}

/**
 * Books a row as an edit of its order, so that an order whose sale has another id after an edit is not booked twice.
 * An edit of the file is booked only on request.
 */
async function bookedRow(
  ledger: LedgerId,
  { source_id, requested_by: key_id, on_conflict: on_edit }: ImportJob,
  { edit, events, facts }: RowOfEvents,
  by: Committing,
): Promise<RowStatus> {
  if (!edit) return CONFLICT;
  const row = { edit, events, name: nameIn(events, facts) };
  try {
    const result = await bookRow(ledger, source_id, row, { key_id, on_edit, ...by });
    if (result === "asked") return CONFLICT;
    return { result: result === "duplicate" ? "duplicate" : "committed" };
  } catch (error) {
    if (!isRejection(error)) throw error;
    return rejectedRow(error);
  }
}

type OtherPartRow = ReadPartRow & { readonly outcome: Exclude<RowOutcome, { outcome: "event" }> };
type EventPartRow = ReadPartRow & { readonly outcome: Extract<RowOutcome, { outcome: "event" }> };

const isOfEvents = (row: ReadPartRow): row is EventPartRow => row.outcome.outcome === "event";

function recordOther(row: OtherPartRow, report: PartReportBuilder): void {
  const { at, day, facts, edit, outcome } = row;
  const known = { ...factsOfOutcome(outcome), ...facts };
  const shop_order_id = edit?.order_id;
  for (const finding of findingsOf(at, outcome)) {
    report.find({ ...finding, day, ...known, shop_order_id });
  }
  report.leaveOut(reasonOf(outcome), day, known);
  if (outcome.outcome === "excluded") report.count("excluded");
  else report.countOpen(outcome.outcome, day);
}

const reasonOf = (outcome: OtherPartRow["outcome"]): string =>
  outcome.outcome === "rejected" ? outcome.faults[0].reason : outcome.reason;

/** Returns the events of a row, and records the remarks on it. */
function rowOfEvents(
  { at, facts, edit, outcome }: EventPartRow,
  report: PartReportBuilder,
): RowOfEvents {
  const { events } = outcome;
  const row = { at, day: events[0]?.supply_date, facts, edit, events };
  for (const finding of findingsOf(at, outcome)) report.find({ ...finding, ...factsOfRow(row) });
  return row;
}

const factsOfRow = ({ day, events, facts }: RowOfEvents) => ({
  day,
  ...factsOfEvents(events),
  ...facts,
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

function countCommitted(report: PartReportBuilder, row: RowOfEvents, status: RowStatus): void {
  const facts = factsOfRow(row);
  const { result, message } = status;
  if (message === undefined) {
    report.count(result, row.events);
    for (const finding of taxFindings(row.at, status.checks ?? [])) {
      report.find({ ...finding, ...facts });
    }
    if (result === "duplicate") report.leaveOut(ALREADY_RECORDED, row.day, facts);
    return;
  }
  report.countOpen(result, row.day);
  const reason = result === "conflict" ? "event_conflict" : "refused_by_ledger";
  report.find({ at: row.at, outcome: result, reason, message, ...facts });
  report.leaveOut(reason, row.day, facts);
}

async function keepFindings(
  ledger: LedgerId,
  { id, pass }: ImportJob,
  part: number,
  { findings }: PartReportBuilder,
): Promise<void> {
  if (findings.length === 0) return;
  await writeText(findingsObject(ledger, id, pass, part), findingsLines(findings));
}
