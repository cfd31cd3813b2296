import type { RecordsFile, RecordsJob } from "../../ledger/records/job.ts";
import type { ListedFile } from "./evidence.ts";

/** A file of records as it is in the bucket; undefined if it is missing. */
type Found = Pick<RecordsFile, "sha256" | "size_bytes"> | undefined;

/** Finds files of records that are missing, have other content than their job says, or were stored again. */
export async function recordsFaults(
  jobs: readonly RecordsJob[],
  listed: readonly ListedFile[],
  read: (file: RecordsFile) => Promise<Found>,
): Promise<string[]> {
  const versions = new Map(listed.map((one) => [one.key, one.versions]));
  const faults: string[] = [];
  for (const job of jobs) {
    for (const file of job.files) {
      faults.push(...faultsOf(job, file, await read(file), versions.get(file.key) ?? 1));
    }
  }
  return faults;
}

function faultsOf(job: RecordsJob, file: RecordsFile, found: Found, versions: number): string[] {
  const name = `records ${job.id}: ${file.file_name} (${file.key})`;
  const again =
    versions === 1
      ? []
      : [`${name} was stored or deleted ${versions} times, the service does it once`];
  if (!found) return [...again, `${name} is missing`];
  const { sha256, size_bytes } = found;
  if (sha256 !== file.sha256) {
    return [...again, `${name} has SHA-256 ${sha256}, its job records ${file.sha256}`];
  }
  return size_bytes === file.size_bytes
    ? again
    : [...again, `${name} has ${size_bytes} bytes, its job records ${file.size_bytes}`];
}
