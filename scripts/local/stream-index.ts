import { DatabaseSync } from "node:sqlite";

/** Maximum time that the engine may hold a write. */
const PATIENCE_MS = 30_000;

/** The engine's question for the number of a table's next stream record; it asks before each record. */
export const LAST_NUMBER =
  "SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?";

/**
 * Adds an index to the engine's database, from which it takes the number of the next stream record. The engine has none:
 * it reads all records of the stream at each write, so that a write costs 12 ms at 10,000 records.
 */
export function indexStream(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: PATIENCE_MS });
  try {
    database.exec(
      "CREATE INDEX IF NOT EXISTS stream_records_by_number ON _stream_records (table_name, CAST(sequence_number AS INTEGER))",
    );
  } finally {
    database.close();
  }
}
