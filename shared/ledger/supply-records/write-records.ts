import { randomBytes } from "node:crypto";
import { DomainError } from "../../core/errors/errors.ts";
import {
  BYTE_ORDER_MARK,
  type CsvSigns,
  csvTypedLines,
  DecimalField,
} from "../../core/files/csv.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import { type Currency, decimalString, percentString } from "../../core/money/money.ts";
import { type Clock, SYSTEM_CLOCK } from "../../platform/clock.ts";
import { runTime } from "../../platform/queues/queue-table.ts";
import { accountQueue, enqueue, queueWorker } from "../../platform/queues/queues.ts";
import { retainUntil } from "../../platform/retention.ts";
import { GrowingFile, inTemporaryFolder, storeFile } from "../../platform/temp-files.ts";
import { readEvents } from "../events/store-event-list.ts";
import { recordOf, refundedTotalIn } from "../events/store-events.ts";
import {
  addedPoints,
  afterFailure,
  afterPart,
  isSameRequest,
  isUnfinished,
  newJob,
  type RecordsFile,
  type RecordsJob,
  type WrittenPart,
} from "./job.ts";
import type { RecordsRequest } from "./schema.ts";
import { loadNewestRecordsJobs, saveRecordsJob } from "./store-records-jobs.ts";
import {
  pointCounts,
  type RecordedPayment,
  type SupplyRecord,
  supplyRecord,
} from "./supply-record.ts";

type Column = {
  readonly name: string;
  readonly of: (record: SupplyRecord) => string | number | DecimalField | null;
};

const plain = (name: keyof SupplyRecord & keyof PlainFields): Column => ({
  name,
  of: (record) => record[name],
});

/** The fields with a single text or number. */
type PlainFields = {
  [Name in keyof SupplyRecord as SupplyRecord[Name] extends string | number | null
    ? Name
    : never]: true;
};

const money = (minor: number, currency: Currency) =>
  new DecimalField(decimalString(minor, currency));

const rateOf = (bps: number | null) => (bps === null ? null : new DecimalField(percentString(bps)));

/** Returns the change of a sale in its own currency. */
const changeOf = ({ changes, currency }: SupplyRecord) =>
  changes.find((change) => change.currency === currency);

/** Formats payments for a cell: the point separates decimals, because several amounts are a text. */
const paymentsText = (payments: readonly RecordedPayment[] | string | null): string | null =>
  payments === null || typeof payments === "string"
    ? payments
    : payments
        .map(({ date, amount_minor, currency }) =>
          [date, decimalString(amount_minor, currency), currency].join(" "),
        )
        .join("; ");

/** The columns of the CSV; docs/records.md explains them. */
const COLUMNS: readonly Column[] = [
  plain("event_id"),
  plain("event_type"),
  plain("article"),
  plain("treatment"),
  plain("period"),
  plain("left_out_as"),
  plain("member_state_of_consumption"),
  plain("supply_kind"),
  plain("description"),
  plain("tax_class_id"),
  plain("quantity"),
  plain("quantity_unit"),
  plain("hs_code"),
  plain("underlying_seller_id"),
  plain("vat_number_check_id"),
  plain("supply_date"),
  plain("currency"),
  { name: "taxable_amount", of: (event) => money(event.taxable_amount_minor, event.currency) },
  { name: "vat_rate_pct", of: ({ vat_rate_bps }) => rateOf(vat_rate_bps) },
  plain("rate_category"),
  { name: "vat_amount", of: (event) => money(event.vat_amount_minor, event.currency) },
  {
    name: "change_events",
    of: ({ changes }) => changes.reduce((sum, change) => sum + change.events, 0),
  },
  {
    name: "changed_taxable_amount",
    of: (event) => money(changeOf(event)?.taxable_amount_minor ?? 0, event.currency),
  },
  {
    name: "changed_vat_amount",
    of: (event) => money(changeOf(event)?.vat_amount_minor ?? 0, event.currency),
  },
  plain("original_event_id"),
  plain("original_supply_date"),
  plain("original_period"),
  { name: "payments", of: ({ payments }) => paymentsText(payments) },
  plain("payment_date"),
  plain("payment_amount"),
  {
    name: "payments_on_account",
    of: ({ payments_on_account }) => paymentsText(payments_on_account),
  },
  plain("invoice_number"),
  plain("invoice_date"),
  plain("establishment_country"),
  {
    name: "location_evidence",
    of: ({ location_evidence }) =>
      location_evidence.map(({ kind, country }) => `${kind}: ${country}`).join("; "),
  },
  plain("transport_from"),
  plain("transport_to"),
  plain("delivery_address"),
  plain("proof_of_return"),
  plain("order_number"),
  plain("transaction_id"),
  { name: "consignment_id", of: ({ consignment }) => consignment?.id ?? null },
  plain("customer_type"),
  plain("customer_category"),
  plain("supplier_role"),
  plain("source_id"),
  plain("committed_at"),
  { name: "not_known", of: ({ not_known }) => not_known.join("; ") },
];

export const recordsCsvHead = (signs: CsvSigns): string =>
  BYTE_ORDER_MARK + csvTypedLines([COLUMNS.map(({ name }) => name)], signs);

export const recordsCsvLines = (records: readonly SupplyRecord[], signs: CsvSigns): string =>
  csvTypedLines(
    records.map((record) => COLUMNS.map(({ of }) => of(record))),
    signs,
  );

/** Writes one record as JSON per line. */
export const recordsNdjson = (records: readonly SupplyRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** Maximum size of a part, so that a spreadsheet opens it and the disk of a function holds it. */
type PartLimits = { readonly records: number; readonly bytes: number };

const PART_LIMITS: PartLimits = { records: 100_000, bytes: 128_000_000 };

/** The clock, and the time after which no further part is started; in epoch milliseconds. */
type RecordsClock = { readonly now: () => number; readonly until: number };

/** Maximum number of events read at once and held in memory. */
const EVENTS_AT_ONCE = 500;

/**
 * Writes the records that the account has requested, part by part, until all are written or time is up. The next run
 * continues after the last part. Of two concurrent writers, only one succeeds with each part, and the other continues
 * from there.
 * @returns true if all records are written.
 */
export async function writeRecords(
  ledger: LedgerId,
  clock: RecordsClock,
  limits: PartLimits = PART_LIMITS,
): Promise<boolean> {
  for (;;) {
    const job = (await loadNewestRecordsJobs(ledger)).find(isUnfinished);
    if (!job) return true;
    if (clock.now() >= clock.until) return false;
    const after = await partOrFailure({ ledger, job, limits, clock });
    await saveRecordsJob(ledger, after.job);
    if ("error" in after) throw after.error;
  }
}

/** The context in which one part of a job is written. */
type RecordsWork = {
  readonly ledger: LedgerId;
  readonly job: RecordsJob;
  readonly limits: PartLimits;
  readonly clock: RecordsClock;
};

async function partOrFailure(work: RecordsWork) {
  const instant = () => new Date(work.clock.now());
  try {
    const part = await inTemporaryFolder((folder) => writePart(work, folder));
    return { job: afterPart(work.job, part, instant()) };
  } catch (error) {
    return { job: afterFailure(work.job, instant()), error };
  }
}

async function writePart(work: RecordsWork, folder: string): Promise<WrittenPart> {
  const { ledger, job, limits } = work;
  await using ndjson = await GrowingFile.in(folder, "ndjson");
  await using csv = await GrowingFile.in(folder, "csv");
  await csv.append(recordsCsvHead(job));
  let records = 0;
  let points: RecordsJob["points"] = {};
  let next: WrittenPart["next"] = job.cursor;
  do {
    // A page may be shorter than it could be: the next one fills the part, and does not exceed it.
    const most = Math.min(EVENTS_AT_ONCE, limits.records - records);
    const page = await readEvents(ledger, job, next, most);
    const events = page.items.map((item) => ({
      event: recordOf(item),
      taken: refundedTotalIn(item),
    }));
    const made = events.map(({ event, taken }) => supplyRecord(event, taken));
    await ndjson.append(recordsNdjson(made));
    await csv.append(recordsCsvLines(made, job));
    points = addedPoints(points, pointCounts(events.map(({ event }) => event)));
    records += made.length;
    next = page.next;
  } while (next && records < limits.records && ndjson.size < limits.bytes);
  const files = [
    await stored(work, "ndjson", ndjson, records),
    await stored(work, "csv", csv, records),
  ];
  return { files, records, points, next };
}

const CONTENT_TYPES = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8; header=present",
} as const;

async function stored(
  { ledger, job, clock }: RecordsWork,
  format: RecordsFile["format"],
  growing: GrowingFile,
  records: number,
): Promise<RecordsFile> {
  const { path, size_bytes, sha256 } = await growing.close();
  const part = job.files.length / Object.keys(CONTENT_TYPES).length + 1;
  const content_type = CONTENT_TYPES[format];
  const key = `${ledger}/records/${job.id}/${sha256}.${format}`;
  // Ten years from the end of the year of the last supply (Art. 369k(2) VAT Directive).
  const retain_until = retainUntil({ lastDay: job.to }, new Date(clock.now()));
  const file = { path, key, content_type, size_bytes, sha256, retain_until };
  const version = await storeFile(file);
  const file_name = `records-${job.from}-${job.to}-${part}.${format}`;
  return { part, format, file_name, content_type, records, size_bytes, sha256, key, ...version };
}

/** Maximum number of unfinished jobs, because each reads every supply of its range. */
const MOST_UNFINISHED = 5;

/**
 * Requests the records of a range. If an unfinished job has the same request, returns that job and enqueues it again.
 * @throws DomainError `records_limit_reached` if too many other jobs are unfinished; `not_ready`
 */
export async function requestRecords(
  ledger: LedgerId,
  asked: RecordsRequest,
  { author, now }: { readonly author: AuthorId; readonly now: Date },
): Promise<RecordsJob> {
  const unfinished = (await loadNewestRecordsJobs(ledger)).filter(isUnfinished);
  const known = unfinished.find((job) => isSameRequest(job, asked));
  if (!known && unfinished.length >= MOST_UNFINISHED) {
    const message = `${MOST_UNFINISHED} requests for records are not finished yet`;
    throw new DomainError("records_limit_reached", message);
  }
  const job = known ?? (await keepNew(ledger, asked, author, now));
  await enqueueRecords(ledger);
  return job;
}

async function keepNew(
  ledger: LedgerId,
  asked: RecordsRequest,
  requested_by: string,
  now: Date,
): Promise<RecordsJob> {
  const requested_at = now.toISOString();
  const id = `${requested_at.replaceAll(/[-:.]/g, "")}-${randomBytes(4).toString("hex")}`;
  const job = newJob(asked, { id, requested_at, requested_by });
  // The id has a random part, so an existing job with this id comes from this request, after a lost response.
  await saveRecordsJob(ledger, job);
  return job;
}

/**
 * Enqueues the records of an account.
 * @throws DomainError `not_ready` if the queue accepts no message; the request is stored, and a repeated request
 * enqueues it
 */
async function enqueueRecords(ledger: LedgerId): Promise<void> {
  try {
    await enqueue(accountQueue("records"), [{ account: ledger }]);
  } catch (cause) {
    const message = "the records are noted, ask again for the same";
    throw new DomainError("not_ready", message, [], { cause });
  }
}

/** Run time within the 15 minutes of the function. The current part then still ends in time. */
const RUN_MS = 8 * 60_000;

/**
 * Returns the worker of the queue "records". If the records take longer than one run, the worker enqueues the account
 * again.
 */
export const recordsWorker = ({ now }: Pick<Clock, "now"> = SYSTEM_CLOCK) =>
  queueWorker(accountQueue("records"), async ({ account: ledger }) => {
    const isDone = await writeRecords(ledger, { now, until: now() + runTime(RUN_MS) });
    if (!isDone) await enqueue(accountQueue("records"), [{ account: ledger }]);
  });
