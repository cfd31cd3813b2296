import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { type ColumnType, LAKE_TABLES, type LakeRow, type LakeTable } from "./tables.ts";

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

/** Reads the rows of a Parquet file that `parquetOf` has written. */
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
