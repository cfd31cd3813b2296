import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { recordOfChange, type StreamRecord } from "../journal/journal-record.ts";
import { putLakeFile } from "./store-lake.ts";
import {
  type ColumnType,
  erasureOfChange,
  LAKE_PREFIXES,
  LAKE_TABLES,
  type LakeRow,
  type LakeTable,
  rowsOfChange,
} from "./tables.ts";

const TYPES = { text: "STRING", integer: "INT64", flag: "BOOLEAN", json: "STRING" } as const;

/** Writes rows as a Parquet file, sorted by account, so that readers of one account skip the rest. */
export function parquetOf(table: LakeTable, rows: readonly LakeRow[]): Uint8Array {
  const sorted = rows.toSorted(
    (a, b) => order(a.account_id, b.account_id) || order(a.version, b.version),
  );
  const columnData = Object.entries<ColumnType>(LAKE_TABLES[table]).map(([name, type]) => ({
    name,
    type: TYPES[type],
    nullable: true,
    data: sorted.map((row) => {
      const cell = row[name] ?? null;
      return typeof cell === "number" ? BigInt(cell) : cell;
    }),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: "eu-vat-compliance" }));
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export async function rowsOfParquet(bytes: Uint8Array): Promise<LakeRow[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const rows = await parquetReadObjects({ file: file as ArrayBuffer });
  return rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [
          name,
          typeof cell === "bigint" ? Number(cell) : (cell ?? null),
        ]),
      ) as LakeRow,
  );
}

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
    rowsOfChange(record, stream).map((placedRow) => ({
      ...placedRow,
      day: record.at.slice(0, 10),
    })),
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
