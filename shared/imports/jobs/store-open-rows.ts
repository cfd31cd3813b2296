import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import type { Action } from "../../platform/dynamodb/sharded-counter.ts";
import { OPEN_IMPORT_ROWS_ITEM } from "../../platform/table/imports.ts";
import { versionOf } from "../../platform/table/item.ts";
import { openImportRowsKey, openImportRowsOf } from "../../platform/table/keys.ts";
import type { BridgeAmount } from "../bridge/bridge-line.ts";
import { grossOfRows, isOpenReason } from "../bridge/file-lines.ts";
import { hasOpenRows, ImportCounts, type ImportJob, monthIn } from "./job.ts";
import { addedUp, LeftOut } from "./left-out.ts";

/** The open rows of one import, stored apart from the import, so that returns find them without reading all imports. */
export const StoredOpenRows = z.object({
  sk: z.string(),
  format: z.string(),
  source_id: z.string(),
  open_rows: ImportCounts.shape.open_rows,
  /** The open rows by month, reason and currency; absent in items of earlier versions. */
  left_out: z.array(LeftOut).default([]),
});
type StoredOpenRows = z.output<typeof StoredOpenRows>;

/** The number of open orders of a connection in one month. */
export const StoredOpenOrders = z.object({
  connection_id: z.string(),
  source_id: z.string(),
  supply_month: z.string(),
  row_count: z.int(),
});

/**
 * Lists the open rows of all imports and the open orders of all connections of an account by month, strongly consistent;
 * the month is null without a day.
 */
export async function loadOpenImportRows(ledger: LedgerId): Promise<OpenRows[]> {
  const items = await queryAll({ ...openImportRowsOf(ledger), ConsistentRead: true });
  return items.flatMap((item) => ("connection_id" in item ? openOrders(item) : openRows(item)));
}

type OpenRows = {
  readonly import_id: string | null;
  readonly connection_id: string | null;
  readonly format: string | null;
  readonly source_id: string;
  readonly month: string | null;
  readonly row_count: number;
  readonly reasons: string[];
  readonly amounts: BridgeAmount[] | null;
  /** Rows whose amount is not known. */
  readonly unread_count: number;
};

function openRows(item: unknown): OpenRows[] {
  const { sk: import_id, format, source_id, open_rows, left_out } = StoredOpenRows.parse(item);
  return Object.entries(open_rows)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, row_count]) => ({
      import_id,
      connection_id: null,
      format,
      source_id,
      month: monthIn(month),
      row_count,
      ...amountsOf(
        left_out.filter((one) => one.month === month),
        row_count,
      ),
    }));
}

/** Returns the reasons and amounts of open rows; an import keeps those of its most frequent reasons. */
function amountsOf(left_out: readonly LeftOut[], row_count: number) {
  const read = left_out.reduce((sum, { rows, unread }) => sum + rows - unread, 0);
  return {
    reasons: [...new Set(left_out.map(({ reason }) => reason))].sort(),
    amounts: read > 0 ? grossOfRows(left_out).amounts : null,
    unread_count: Math.max(0, row_count - read),
  };
}

function openOrders(item: unknown): OpenRows[] {
  const { connection_id, source_id, supply_month, row_count } = StoredOpenOrders.parse(item);
  const month = monthIn(supply_month);
  const amounts = { reasons: [], amounts: null, unread_count: row_count };
  const open = { import_id: null, connection_id, format: null, source_id, month, row_count };
  return row_count > 0 ? [{ ...open, ...amounts }] : [];
}

const putOpenRows = (
  ledger: LedgerId,
  job: ImportJob,
  { open_rows, left_out }: Pick<StoredOpenRows, "open_rows" | "left_out">,
) => ({
  TableName: tableName(),
  Item: {
    ...openImportRowsKey(ledger, job.id),
    ...versionOf(OPEN_IMPORT_ROWS_ITEM),
    format: job.format,
    source_id: job.source_id,
    open_rows,
    left_out: left_out.filter(({ reason }) => isOpenReason(reason)),
    expires_at: job.expires_at,
  },
});

/** Returns the write that goes with the end of an import: its open rows are told, or its undo takes them back. */
export function openRowsWrite(ledger: LedgerId, job: ImportJob): Action | undefined {
  if (job.state === "undone") return noOpenRows(ledger, job);
  return hasOpenRows(job) ? { Put: putOpenRows(ledger, job, job.totals) } : undefined;
}

/** Returns the write after which no row of the import is open. Nothing is deleted from a ledger. */
export const noOpenRows = (ledger: LedgerId, job: ImportJob): Action => ({
  Put: putOpenRows(ledger, job, { open_rows: {}, left_out: [] }),
});

/** Returns the write of the rows of an import that are open still, without one that was settled. */
export async function openRowsLeft(
  ledger: LedgerId,
  job: ImportJob,
  settled: LeftOut | undefined,
): Promise<Action> {
  const items = await queryAll({ ...openImportRowsOf(ledger), ConsistentRead: true });
  const item = items.find(({ sk }) => sk === job.id);
  const left_out = item ? StoredOpenRows.parse(item).left_out : job.totals.left_out;
  const { open_rows } = job.totals;
  return { Put: putOpenRows(ledger, job, { open_rows, left_out: without(left_out, settled) }) };
}

/** Subtracts a row from sums; nothing where no sum has it. */
function without(left_out: readonly LeftOut[], row: LeftOut | undefined): LeftOut[] {
  const less = row && {
    ...row,
    rows: -row.rows,
    gross_amount_minor: -row.gross_amount_minor,
    unread: -row.unread,
  };
  const sums = addedUp(less ? [...left_out, less] : left_out);
  return sums.filter(({ rows }) => rows > 0);
}

/** Stores the open rows of an import that ended while one of its parts was under way. */
export async function keepOpenRows(ledger: LedgerId, job: ImportJob): Promise<void> {
  const { Put } = openRowsWrite(ledger, job) ?? {};
  if (Put) await dynamo.send(new PutCommand(Put));
}
