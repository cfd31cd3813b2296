import { expect } from "vitest";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import type { EventRecord } from "../../../../shared/ledger/events/event-record.ts";
import type { LakeRow, LakeTable } from "../../../../shared/operations/lake/tables.ts";

/* Everything that the store is used for is imported late: its clients read the environment at import. */

/** Returns all rows of a table of the lake, and the number of its files. */
async function rowsOf(table: LakeTable, account: LedgerId) {
  const { listLakeFiles, readLakeFile } = await import(
    "../../../../shared/operations/lake/store-lake.ts"
  );
  const { rowsOfParquet } = await import("../../../../shared/operations/lake/write-lake.ts");
  const files = await listLakeFiles(`${table}/`);
  const rows: LakeRow[] = [];
  for (const { key } of files) {
    rows.push(...(await rowsOfParquet((await readLakeFile(key)) ?? new Uint8Array())));
  }
  return { files: files.length, rows: rows.filter(({ account_id }) => account_id === account) };
}

/** The rows with the highest version of each item, as the views of docs/lake.md have them. */
function latest(rows: readonly LakeRow[], ...names: readonly string[]): LakeRow[] {
  const found = new Map<string, LakeRow>();
  for (const row of rows) {
    const id = JSON.stringify(names.map((name) => row[name]));
    if ((found.get(id)?.version ?? "") < row.version) found.set(id, row);
  }
  return [...found.values()];
}

/** Reads every event of the ledger, those of undone imports too. */
async function eventsOf(account: LedgerId, ids: readonly string[]): Promise<EventRecord[]> {
  const { loadEventStates } = await import("../../../../shared/ledger/events/store-events.ts");
  const states = await loadEventStates(account, ids as readonly EventId[]);
  return [...states.values()].flatMap(({ event, undone }) => event ?? undone ?? []);
}

/** Writes the lake of all changes twice, as after a crash, and expects that it holds what the ledger holds. */
export async function expectLake(account: LedgerId): Promise<void> {
  const { writeLakeHere } = await import("../../../../scripts/local/lake-here.ts");
  const tomorrow = new Date(Date.now() + 86_400_000);
  await writeLakeHere(new Date());
  await writeLakeHere(tomorrow);
  const { rows, files } = await rowsOf("events", account);
  // The day of a run may end within it.
  expect(files).toBeLessThanOrEqual(2);
  const events = latest(rows, "event_id");
  await expectRows(account, events);
  await expectSums(account, events);
  await expectLines(account);
  // Only the newest row of an event may have a text: erased ones are gone from the others.
  const current = new Map(events.map((row) => [row["event_id"], row]));
  const texts = rows.filter(
    ({ description, metadata }) => description !== null || metadata !== null,
  );
  expect(events.some((row) => row["erased_at"] !== null)).toBe(true);
  for (const row of texts) {
    const { description, metadata } = current.get(row["event_id"] ?? "") as LakeRow;
    expect([row["description"], row["metadata"]]).toEqual([description, metadata]);
  }
}

async function expectRows(account: LedgerId, rows: readonly LakeRow[]): Promise<void> {
  const { publicFields } = await import("../../../../shared/ledger/events/event-view.ts");
  const stored = await eventsOf(
    account,
    rows.map((row) => String(row["event_id"])),
  );
  expect(stored.length).toBe(rows.length);
  for (const record of stored) {
    const row = rows.find((row) => row["event_id"] === record.event_id);
    const columns = Object.entries(publicFields(record)).filter(([name]) => name in (row ?? {}));
    expect(row).toMatchObject(
      Object.fromEntries(
        columns.map(([name, value]) => [
          name,
          typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null),
        ]),
      ),
    );
  }
}

async function expectSums(account: LedgerId, rows: readonly LakeRow[]): Promise<void> {
  const { loadSums } = await import("../../../../shared/ledger/sums/store-sums.ts");
  const counted = rows.filter(({ undone }) => undone === false);
  const partitions = new Set(counted.map(({ sum_partition }) => String(sum_partition)));
  expect(partitions.size).toBeGreaterThan(1);
  for (const partition of partitions) {
    const own = Map.groupBy(
      counted.filter(({ sum_partition }) => sum_partition === partition),
      ({ sum_key }) => String(sum_key),
    );
    const total = (some: readonly LakeRow[], name: string) =>
      some.reduce((sum, row) => sum + BigInt(Number(row[name])), 0n);
    const expected = (await loadSums(account, partition))
      .filter(({ amounts }) => "taxable_amount_minor" in amounts && amounts["event_count"] !== 0n)
      .filter(({ key }) => own.has(key) || !key.startsWith("CHECK"));
    for (const { key, amounts } of expected) {
      const some = own.get(key) ?? [];
      expect([key, BigInt(some.length)]).toEqual([key, amounts["event_count"]]);
      expect(total(some, "signed_taxable_minor")).toBe(amounts["taxable_amount_minor"]);
      expect(total(some, "signed_vat_minor")).toBe(amounts["vat_amount_minor"]);
    }
    expect(expected.length).toBe(own.size);
  }
}

async function expectLines(account: LedgerId): Promise<void> {
  const { loadLocks } = await import("../../../../shared/returns/locks/store-locks.ts");
  const locks = await loadLocks(account, "union_oss", 20);
  expect(locks.length).toBeGreaterThan(0);
  const name = ["scheme_type", "period_key", "registration_id"];
  const rows = latest((await rowsOf("locks", account)).rows, ...name);
  expect(new Set(rows.map(({ lock_id }) => lock_id))).toEqual(
    new Set(locks.map(({ lock_id }) => lock_id)),
  );
  const lines = latest((await rowsOf("return_lines", account)).rows, ...name, "line");
  const declared = locks.flatMap((lock) => [...lock.rows, ...lock.corrections]);
  const vat = (some: readonly object[]) =>
    some.map((one) => Number((one as LakeRow)["vat_amount_minor"])).sort((a, b) => a - b);
  expect(vat(lines)).toEqual(vat(declared));
}
