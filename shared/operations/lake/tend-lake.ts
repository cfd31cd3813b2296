import { sha256Of } from "../../core/hash.ts";
import {
  deleteLakeFile,
  type LakeFile,
  listLakeFiles,
  putLakeFile,
  readLakeFile,
} from "./store-lake.ts";
import {
  hasText,
  LAKE_TABLE_NAMES,
  type LakeRow,
  type LakeTable,
  type TextErasure,
  withoutText,
} from "./tables.ts";
import { parquetOf, rowsOfParquet } from "./write-lake.ts";

/** Size of a file that is not merged with others: some 35,000 events. A run holds at most twice as many, in 700 MB. */
const FULL_BYTES = 2_000_000;

/**
 * Removes erased texts from the files of the lake, and merges the small files of days that are over. Each step deletes
 * what it has done, so that the next run goes on where one has ended.
 */
export async function tendLake(
  now: Date,
): Promise<{ readonly rewritten: number; readonly merged: number }> {
  const rewritten = await eraseTexts();
  const today = now.toISOString().slice(0, 10);
  let merged = 0;
  for (const table of LAKE_TABLE_NAMES) merged += await mergeDays(table, today);
  return { rewritten, merged };
}

/** Removes the texts that noted erasures name, from the day on which they were written. */
async function eraseTexts(): Promise<number> {
  let rewritten = 0;
  for (const { key } of await listLakeFiles("erasures/")) {
    const noted = await readLakeFile(key);
    if (noted) rewritten += await eraseNoted(JSON.parse(Buffer.from(noted).toString("utf8")));
    await deleteLakeFile(key);
  }
  return rewritten;
}

async function eraseNoted(erasures: readonly TextErasure[]): Promise<number> {
  const since = erasures.map((erasure) => erasure.since).sort()[0] ?? "";
  const versions = new Map<string, string>();
  for (const { account_id, event_id, version } of erasures) {
    const name = `${account_id}#${event_id}`;
    if ((versions.get(name) ?? "") < version) versions.set(name, version);
  }
  const isErased = (row: LakeRow) =>
    hasText(row) && row.version < (versions.get(`${row.account_id}#${row["event_id"]}`) ?? "");
  let rewritten = 0;
  // The day of a change is never before that of the commit.
  for (const { key } of await listLakeFiles("events/", `events/day=${since}`)) {
    const bytes = await readLakeFile(key);
    const rows = bytes ? await rowsOfParquet(bytes) : [];
    if (!rows.some(isErased)) continue;
    const left = rows.map((row) => (isErased(row) ? withoutText(row) : row));
    await putLakeFile(key, parquetOf("events", left));
    rewritten += 1;
  }
  return rewritten;
}

/** Merges the small files of each day before `today`. */
async function mergeDays(table: LakeTable, today: string): Promise<number> {
  const small = (await listLakeFiles(`${table}/`)).filter(
    ({ key, size_bytes }) => dayOf(key) < today && size_bytes < FULL_BYTES,
  );
  let merged = 0;
  for (const [day, files] of Map.groupBy(small, ({ key }) => dayOf(key))) {
    for (const some of groupsOf(files)) {
      if (some.length < 2) continue;
      await mergeFiles(table, day, some);
      merged += some.length;
    }
  }
  return merged;
}

const dayOf = (key: string): string => /\/day=([\d-]{10})\//.exec(key)?.[1] ?? "9999-12-31";

/** Cuts files into groups that together are about as large as a full file. */
function groupsOf(files: readonly LakeFile[]): LakeFile[][] {
  const groups: LakeFile[][] = [[]];
  let size = 0;
  for (const file of files) {
    if (size >= FULL_BYTES) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(file);
    size += file.size_bytes;
  }
  return groups;
}

/** Writes the rows of the files into one. A run that ends in between leaves rows twice, as a repeated batch does. */
async function mergeFiles(
  table: LakeTable,
  day: string,
  files: readonly LakeFile[],
): Promise<void> {
  const rows: LakeRow[] = [];
  for (const { key } of files) {
    const bytes = await readLakeFile(key);
    if (bytes) rows.push(...(await rowsOfParquet(bytes)));
  }
  const name = sha256Of(JSON.stringify(files.map(({ key }) => key))).slice(0, 16);
  await putLakeFile(`${table}/day=${day}/merged-${name}.parquet`, parquetOf(table, rows));
  for (const { key } of files) await deleteLakeFile(key);
}
