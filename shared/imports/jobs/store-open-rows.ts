import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import type { Action } from "../../platform/dynamodb/sharded-counter.ts";
import { OPEN_IMPORT_ROWS_ITEM } from "../../platform/table/imports.ts";
import { versionOf } from "../../platform/table/item.ts";
import { openImportRowsKey, openImportRowsOf } from "../../platform/table/keys.ts";
import { hasOpenRows, ImportCounts, type ImportJob, monthIn } from "./job.ts";

/** The open rows of one import, stored apart from the import, so that returns find them without reading all imports. */
const StoredOpenRows = z.object({
  sk: z.string(),
  format: z.string(),
  source_id: z.string(),
  open_rows: ImportCounts.shape.open_rows,
});
type StoredOpenRows = z.output<typeof StoredOpenRows>;

/** The number of open orders of a connection in one month. */
const StoredOpenOrders = z.object({
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
};

function openRows(item: unknown): OpenRows[] {
  const { sk: import_id, format, source_id, open_rows } = StoredOpenRows.parse(item);
  return Object.entries(open_rows)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, row_count]) => ({
      import_id,
      connection_id: null,
      format,
      source_id,
      month: monthIn(month),
      row_count,
    }));
}

function openOrders(item: unknown): OpenRows[] {
  const { connection_id, source_id, supply_month, row_count } = StoredOpenOrders.parse(item);
  const month = monthIn(supply_month);
  const open = { import_id: null, connection_id, format: null, source_id, month, row_count };
  return row_count > 0 ? [open] : [];
}

const putOpenRows = (
  ledger: LedgerId,
  job: ImportJob,
  left: Pick<StoredOpenRows, "open_rows">,
) => ({
  TableName: tableName(),
  Item: {
    ...openImportRowsKey(ledger, job.id),
    ...versionOf(OPEN_IMPORT_ROWS_ITEM),
    format: job.format,
    source_id: job.source_id,
    open_rows: left.open_rows,
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
  Put: putOpenRows(ledger, job, { open_rows: {} }),
});

/** Returns the write of the rows of an import that are open still. */
export const openRowsLeft = (ledger: LedgerId, job: ImportJob): Action => ({
  Put: putOpenRows(ledger, job, job.totals),
});

/** Stores the open rows of an import that ended while one of its parts was under way. */
export async function keepOpenRows(ledger: LedgerId, job: ImportJob): Promise<void> {
  const { Put } = openRowsWrite(ledger, job) ?? {};
  if (Put) await dynamo.send(new PutCommand(Put));
}
