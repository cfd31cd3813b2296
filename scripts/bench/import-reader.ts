import { readFileSync } from "node:fs";
import { readImportFile } from "../../shared/imports/jobs/process-message.ts";
import { loadImportJob } from "../../shared/imports/jobs/store-jobs.ts";

/*
 * Reads and cuts the uploaded file of an import by itself, so that what this process holds is what the
 * reading takes. Prints as JSON the rows, the parts, the seconds, those of them that a processor worked, and the
 * most megabytes that were resident, garbage included.
 */
/** Of this program alone: what the system tells by `resourceUsage` begins with what its parent held. */
function mostResident(): number {
  const [, kilobytes] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

const account = String(process.argv[2]);
const import_id = String(process.argv[3]);

const start = performance.now();
const before = process.cpuUsage();
const parts = (await readImportFile({ account, import_id, pass: 1 })).length;
const { user, system } = process.cpuUsage(before);
const job = await loadImportJob(account, import_id);
console.log(
  JSON.stringify({
    rows: job?.rows ?? 0,
    parts,
    seconds: (performance.now() - start) / 1000,
    processor_seconds: (user + system) / 1e6,
    resident: mostResident(),
  }),
);
