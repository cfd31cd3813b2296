import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { loadClientsAfter } from "../../accounts/people/store-organisations.ts";
import { type Period, periodNamed } from "../../core/calendar/dates.ts";
import { ledgerOf } from "../../core/ids.ts";
import { bulkZipObject, storeLargeObject } from "../../imports/jobs/store-objects.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { readBytes } from "../../platform/s3/write-once.ts";
import { versionOf } from "../../platform/table/item.ts";
import { BULK_JOB_ITEM, bulkJobKey } from "../../platform/table/people.ts";
import { GrowingFile, inTemporaryFolder } from "../../platform/temp-files.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { loadLockedReturn } from "../load-declared-return.ts";
import { BulkJob, folderOf, foldersOf, type StoredReturn, type ZipFile } from "./bulk-job.ts";

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

/**
 * Stores a version of a job over the one before.
 * @throws ConditionalCheckFailedException if another worker was faster
 */
export async function saveBulkJob(job: BulkJob): Promise<void> {
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...bulkJobKey(job.organisation, job.job), ...versionOf(BULK_JOB_ITEM), ...job },
      ...(job.version === 1
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "version = :before",
            ExpressionAttributeValues: { ":before": job.version - 1 },
          }),
    }),
  );
}

/** Maximum number of accounts of an organisation. */
const MOST_ACCOUNTS = 1_000;

/**
 * Stores one ZIP with the stored files of the locked returns that a job has admitted, a folder for each client and
 * return. Holds one file at a time in memory. S3 deletes the ZIP after a week.
 */
export const storeZip = (job: BulkJob): Promise<ZipFile> =>
  inTemporaryFolder(async (folder) => {
    await using file = await GrowingFile.in(folder, "zip");
    const names = foldersOf(await loadClientsAfter(job.organisation, MOST_ACCOUNTS));
    const chunks: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      chunks.push(chunk);
    });
    const flush = async () => {
      for (const chunk of chunks.splice(0)) await file.append(chunk);
    };
    for (const requested of job.returns.filter(({ outcome }) => outcome?.result === "done")) {
      for await (const entry of filesOf(requested, names)) {
        add(zip, entry);
        await flush();
      }
    }
    zip.end();
    await flush();
    const { path, size_bytes, sha256 } = await file.close();
    await storeLargeObject(bulkZipObject(job.organisation, job.job), { path, size_bytes, sha256 });
    return { file_name: `returns-${job.requested_at.slice(0, 10)}.zip`, size_bytes, sha256 };
  });

type Entry = { readonly name: string; readonly bytes: Uint8Array; readonly at: string };

/** Adds a file to the ZIP. A workbook is a ZIP already, and is not compressed again. */
function add(zip: Zip, { name, bytes, at }: Entry): void {
  const entry = name.endsWith(".xlsx") ? new ZipPassThrough(name) : new ZipDeflate(name);
  entry.mtime = at;
  zip.add(entry);
  entry.push(bytes, true);
}

/** Reads the files that a lock has stored. Their keys follow from their content, which is compared with the lock. */
async function* filesOf(
  { account, scheme_type, period_key, registration_id }: StoredReturn,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<Entry> {
  const scheme = schemeNamed(scheme_type);
  const period = periodNamed(period_key) as Period;
  const lock = await loadLockedReturn(ledgerOf(account), { scheme, period, registration_id });
  for (const { key, file_name, sha256, created_at } of lock.exports) {
    const stored = await readBytes(key);
    if (stored?.sha256 !== sha256) throw new Error(`${key} is not the file of its lock`);
    const folder = folderOf(names.get(account) ?? account, lock);
    yield { name: `${folder}/${file_name}`, bytes: stored.bytes, at: created_at };
  }
}
