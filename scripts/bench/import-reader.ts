import { readFileSync } from "node:fs";
import type { LedgerId } from "../../shared/core/ids.ts";
import { readImportFile } from "../../shared/imports/jobs/process-message.ts";
import { loadImportJob } from "../../shared/imports/jobs/store-jobs.ts";

/*
 * Reads and splits the uploaded file of an import in a separate process. Prints as JSON the rows, the parts, the
 * seconds, and the maximum of resident megabytes, garbage included. Arguments: the account and the id of the import.
 */
const [account = "", import_id = ""] = process.argv.slice(2);

const start = performance.now();
await readImportFile({ account: account as LedgerId, import_id, pass: 1 });
const seconds = (performance.now() - start) / 1000;
const job = await loadImportJob(account as LedgerId, import_id);
// The messages are those of the first parts alone.
const parts = (job?.row_parts ?? 0) + (job?.correction_parts ?? 0);
// The system's record of this program alone: `resourceUsage` begins with the memory of the parent.
const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
const resident = (Number(kilobytes) * 1024) / 1e6;
console.log(JSON.stringify({ rows: job?.rows ?? 0, parts, seconds, resident }));
