import { recordOfChange, type StreamRecord } from "../journal/journal-record.ts";
import { LAKE_PREFIXES } from "./items.ts";
import { parquetOf } from "./parquet.ts";
import { erasureOfChange, rowsOfChange } from "./rows.ts";
import { putLakeFile } from "./store-lake.ts";
import type { LakeTable } from "./tables.ts";

/**
 * Writes the changes of a batch into the lake: one file for each table and day, and the events whose text has changed.
 * A batch that is delivered again, also in halves, adds the same rows again; readers take one row of each version.
 * @param stream the name of the stream
 */
export async function writeLake(
  batch: readonly StreamRecord[],
  stream: string,
): Promise<{ readonly rows: number; readonly files: number }> {
  const records = batch
    .filter(({ dynamodb }) => isInLake(dynamodb?.Keys))
    .map(recordOfChange)
    .filter(({ op }) => op !== "REMOVE");
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) return { rows: 0, files: 0 };
  const name = `${stream}-${first.seq}-${last.seq}`;
  const rows = records.flatMap((record) =>
    rowsOfChange(record, stream).map((one) => ({ ...one, day: record.at.slice(0, 10) })),
  );
  const files = Map.groupBy(rows, ({ table, day }) => `${table}/day=${day}/${name}.parquet`);
  for (const [key, own] of files) {
    const table = own[0]?.table as LakeTable;
    await putLakeFile(
      key,
      parquetOf(
        table,
        own.map(({ row }) => row),
      ),
    );
  }
  const erasures = records.flatMap((record) => erasureOfChange(record, stream) ?? []);
  if (erasures.length > 0) await putLakeFile(`erasures/${name}.json`, JSON.stringify(erasures));
  return { rows: rows.length, files: files.size };
}

function isInLake(keys: object | undefined): boolean {
  const pk = (keys as { readonly pk?: { readonly S?: string } } | undefined)?.pk?.S ?? "";
  return LAKE_PREFIXES.some((prefix) => pk.startsWith(prefix));
}
