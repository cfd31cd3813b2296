import { randomUUID } from "node:crypto";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { loadClients } from "../../accounts/people/store-organisations.ts";
import { type Period, periodNamed } from "../../core/calendar/dates.ts";
import { BYTE_ORDER_MARK, csvText } from "../../core/files/csv.ts";
import { ledgerOf } from "../../core/ids.ts";
import { bulkZipObject, storeLargeObject } from "../../imports/jobs/store-objects.ts";
import { dynamo, orOwn, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { readBytes } from "../../platform/s3/write-once.ts";
import { versionOf } from "../../platform/table/item.ts";
import { BULK_JOB_ITEM, bulkJobKey, bulkJobsOf } from "../../platform/table/people.ts";
import { GrowingFile, inTemporaryFolder } from "../../platform/temp-files.ts";
import type { LockedPeriod } from "../../returns/locks/locked-period.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { loadLockedReturn } from "../load-declared-return.ts";
import { BulkJob, folderOf, foldersOf, type StoredReturn, type ZipFile } from "./bulk-job.ts";
import { type FiledClient, makeFiles } from "./made-files.ts";
import { PaymentsOfMany } from "./many-payments.ts";

export async function loadBulkJob(organisation: string, id: string): Promise<BulkJob | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: bulkJobKey(organisation, id),
      ConsistentRead: true,
    }),
  );
  return Item && BulkJob.parse(Item);
}

/** Reads the jobs of an organisation that have not ended. */
export const loadRunningBulkJobs = async (organisation: string): Promise<BulkJob[]> =>
  (await queryAll(bulkJobsOf(organisation)))
    .map((item) => BulkJob.parse(item))
    .filter(({ ended_at }) => ended_at === undefined);

/**
 * Stores a version of a job over the one before.
 * @throws Error if another worker was faster
 */
export async function saveBulkJob(job: BulkJob): Promise<void> {
  const write_id = randomUUID();
  const key = bulkJobKey(job.organisation, job.job);
  const put = new PutCommand({
    TableName: tableName(),
    Item: { ...key, ...versionOf(BULK_JOB_ITEM), ...job, write_id },
    ...(job.version === 1
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :before",
          ExpressionAttributeValues: { ":before": job.version - 1 },
        }),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  if (await orOwn(dynamo.send(put), { name: "write_id", value: write_id })) return;
  throw new Error(`another worker has changed ${job.job}`);
}

type ClientOf = (account: StoredReturn["account"]) => Promise<FiledClient>;

/**
 * Stores one ZIP with the files of the locked returns that a job has admitted. Holds one file at a time in memory. S3
 * deletes the ZIP after a week.
 */
export const storeZip = (job: BulkJob, clientOf: ClientOf): Promise<ZipFile> =>
  inTemporaryFolder(async (folder) => {
    await using file = await GrowingFile.in(folder, "zip");
    const chunks: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      chunks.push(chunk);
    });
    const flush = async () => {
      for (const chunk of chunks.splice(0)) await file.append(chunk);
    };
    for await (const entry of entriesOf(job, clientOf)) {
      add(zip, entry);
      await flush();
    }
    zip.end();
    await flush();
    const { path, size_bytes, sha256 } = await file.close();
    await storeLargeObject(bulkZipObject(job.organisation, job.job), { path, size_bytes, sha256 });
    return { file_name: `returns-${job.requested_at.slice(0, 10)}.zip`, size_bytes, sha256 };
  });

/**
 * The files of a job: a folder for each client and return, the payment order of all, and a list of what could not be
 * made.
 */
async function* entriesOf(job: BulkJob, clientOf: ClientOf): AsyncGenerator<Entry> {
  const returns = job.returns.filter(({ outcome }) => outcome?.result === "done");
  const accounts = new Set(returns.map(({ account }) => account));
  const names = foldersOf(await loadClients(job.organisation, [...accounts]));
  const payments = job.payments && new PaymentsOfMany(job.payments, new Date());
  const missing: Missing[] = [];
  for (const requested of returns) {
    const { account } = requested;
    const client = await clientOf(account);
    const of = returnOf(requested);
    const lock = await loadLockedReturn(ledgerOf(account), of);
    const folder = folderOf(names.get(account) ?? account, lock);
    yield* storedFiles(lock, folder);
    const made = await makeFiles(client, of, new Date());
    for (const { file_name, bytes } of made.files) {
      yield { name: `${folder}/${file_name}`, bytes, at: job.requested_at };
    }
    const unpaid = await payments?.add(client, of);
    missing.push(...made.missing.map((file) => ({ folder, file })));
    if (unpaid) missing.push({ folder, file: `${ORDER}: ${unpaid}` });
  }
  const order = payments?.file();
  if (order) yield { name: ORDER, bytes: order, at: job.requested_at };
  if (missing.length > 0) yield listOf(missing, job.requested_at);
}

const ORDER = "payments.xml";

const returnOf = ({ scheme_type, period_key, registration_id }: StoredReturn) => ({
  scheme: schemeNamed(scheme_type),
  // The key was validated with the request.
  period: periodNamed(period_key) as Period,
  registration_id,
});

type Entry = { readonly name: string; readonly bytes: Uint8Array; readonly at: string };

/** Adds a file to the ZIP. A workbook is a ZIP already, and is not compressed again. */
function add(zip: Zip, { name, bytes, at }: Entry): void {
  const entry = name.endsWith(".xlsx") ? new ZipPassThrough(name) : new ZipDeflate(name);
  entry.mtime = at;
  zip.add(entry);
  entry.push(bytes, true);
}

type Missing = { readonly folder: string; readonly file: string };

const REASON = "file: reason / Datei: Grund";

const listOf = (missing: readonly Missing[], at: string): Entry => ({
  name: "not-included.csv",
  bytes: new TextEncoder().encode(
    BYTE_ORDER_MARK +
      csvText(
        ["folder / Ordner", REASON],
        missing.map(({ folder, file }) => ({ "folder / Ordner": folder, [REASON]: file })),
      ),
  ),
  at,
});

/** Reads the files that a lock has stored. Their keys follow from their content, which is compared with the lock. */
async function* storedFiles({ exports }: LockedPeriod, folder: string): AsyncGenerator<Entry> {
  for (const { key, file_name, sha256, created_at } of exports) {
    const stored = await readBytes(key);
    if (stored?.sha256 !== sha256) throw new Error(`${key} is not the file of its lock`);
    yield { name: `${folder}/${file_name}`, bytes: stored.bytes, at: created_at };
  }
}
