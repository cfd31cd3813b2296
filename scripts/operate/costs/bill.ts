import type { Settings } from "../../../infra/settings.ts";
import { PRICES, UNITS } from "./prices.ts";
import { type BillRow, idleRows, metricsOfCalls } from "./stage.ts";

/** A business's use of the service. */
export type Usage = {
  /** Orders a month, each one sale. */
  readonly orders: number;
  /** True if each order is a request of its own; otherwise requests have 500. */
  readonly single: boolean;
  readonly settings: Settings;
};

const MONTHS = 12;
const SALES_A_REQUEST = 500;
/** Refunds are a twentieth of the orders. */
const REFUNDS = 0.05;
const MILLION = 1_000_000;

/** Returns the bill of the twelfth month of a business with the same number of orders in each month. */
export function billOf(usage: Usage): readonly BillRow[] {
  const { orders, single, settings } = usage;
  const events = orders * (1 + REFUNDS);
  const stored = events * MONTHS;
  const sales = single ? orders : orders / SALES_A_REQUEST;
  return [
    ...idleRows(settings),
    { name: "metrics of calls", usd: metricsOfCalls(settings, sales, sales * REFUNDS) },
    { name: "requests: sales and refunds", usd: requests(usage) },
    { name: "journal", usd: journal(usage, events) },
    ...(settings.copies ? [{ name: "copies in another region", usd: copies(usage, events) }] : []),
    { name: "audits, twice a week", usd: (audited(stored) * UNITS.audits_a_million) / MILLION },
    { name: "weekly check of the journal", usd: evidence(usage, events) },
    { name: "table with point-in-time recovery", usd: gigabytes(stored) * PRICES.table_gb },
    ...(settings.lake ? [{ name: "lake", usd: lake(usage, events) }] : []),
    ...(settings.backup ? [{ name: "backups: twelve monthly copies", usd: backups(events) }] : []),
  ];
}

export const totalOf = (rows: readonly BillRow[]): number =>
  rows.reduce((sum, { usd }) => sum + usd, 0);

const gigabytes = (events: number): number => (events / MILLION) * UNITS.gb_a_million_events;

function requests({ orders, single }: Usage): number {
  const sales = single ? UNITS.single_sales : UNITS.batched_sales;
  const refunds = single ? UNITS.single_refunds : UNITS.batched_refunds;
  return (orders * sales + orders * REFUNDS * refunds) / MILLION;
}

/** Returns the files that a window of time fills: at most one of each shard of the stream, and at most one a request. */
function filesWithin(seconds: number, { orders, single }: Usage, events: number): number {
  const sent = single ? events : Math.max(orders / SALES_A_REQUEST, 1) * (1 + REFUNDS);
  const windows = (SECONDS_A_MONTH / seconds) * UNITS.shards;
  // Requests at random times: a window without any has no file.
  return windows * (1 - Math.exp(-sent / windows));
}

/** A file of the journal has the changes of one account and shard of the stream within a window of time. */
function filesOf(usage: Usage, events: number): number {
  const files = filesWithin(usage.settings.journalSeconds, usage, events);
  return Math.max(files, (events * UNITS.changes_an_event) / UNITS.changes_a_file);
}

const gigabytesOfChanges = (events: number): number =>
  ((events * UNITS.changes_an_event) / MILLION) * UNITS.gb_a_million_changes;

function journal(usage: Usage, events: number): number {
  const stored = gigabytesOfChanges(events) * MONTHS;
  return filesOf(usage, events) * PRICES.journal_file + stored * PRICES.s3_gb;
}

/** The journal, a second time. Files of locks are few. */
const copies = (usage: Usage, events: number): number =>
  filesOf(usage, events) * PRICES.copied_file +
  gigabytesOfChanges(events) * (PRICES.copied_gb + MONTHS * PRICES.s3_gb);

/**
 * A week reads what came since the monthly checkpoint, half a month on average, and a thirteenth of all before: items of
 * the table once, files and their lines once for each partition of a million items.
 */
function evidence(usage: Usage, events: number): number {
  const changes = events * UNITS.changes_an_event;
  const partitions = 2 ** Math.max(0, Math.ceil(Math.log2((changes * MONTHS) / MILLION)));
  const read = WEEKS * (1 / 2 + MONTHS / 13);
  const items = (changes * read * UNITS.checked_a_million) / MILLION;
  const files = filesOf(usage, events) * read * partitions * PRICES.file_read;
  const lines = (changes * read * partitions * UNITS.lines_a_million) / MILLION;
  return items + files + lines;
}

const WEEKS = 52 / MONTHS;

/** A file of the lake has the changes of all accounts and one shard within five minutes, and is merged once. */
function lake(usage: Usage, events: number): number {
  const files = filesWithin(LAKE_SECONDS, usage, events);
  const changes = (events * UNITS.changes_an_event) / MILLION;
  const stored = changes * MONTHS * UNITS.lake_gb_a_million_rows;
  return (
    files * PRICES.lake_file + changes * UNITS.lake_time_a_million_rows + stored * PRICES.s3_gb
  );
}

const LAKE_SECONDS = 300;
const SECONDS_A_MONTH = 730 * 3_600;

/** Events that an audit reads: those of quarters that have changed, which are the current one and the one before. */
const QUARTERS_READ = 2;
const audited = (stored: number): number => (stored / 4) * QUARTERS_READ;

/** The copies of twelve months: the newest one warm, the others cold, each of the table as large as it was. */
function backups(events: number): number {
  const sizes = Array.from({ length: MONTHS }, (_, n) => gigabytes(events * (n + 1)));
  const cold = sizes.slice(0, -1).reduce((sum, gb) => sum + gb, 0);
  return (sizes.at(-1) ?? 0) * PRICES.backup_warm_gb + cold * PRICES.backup_cold_gb;
}
