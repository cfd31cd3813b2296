import type { IsoDate } from "../../shared/calendar/iso-date.ts";
import { requestRecords } from "../../shared/flows/request-records.ts";
import { writeRecords } from "../../shared/flows/write-records.ts";
import { loadRecordsJob } from "../../shared/store/records-jobs.ts";

/*
 * Writes the records of an account's year by itself, so that what this process holds is what the
 * writing takes. Prints as JSON the most that was in use right after a collection, and the most that was
 * resident: the garbage that waits for a collection is part of the second alone. Needs --expose-gc.
 */
const account = String(process.argv[2]);
const asked = {
  from: "2025-01-01" as IsoDate,
  to: "2025-12-31" as IsoDate,
  delimiter: "comma",
  decimal: "point",
} as const;
const SAMPLE_MS = 100;

let inUse = 0;
const sampler = setInterval(() => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  inUse = Math.max(inUse, heapUsed + external);
}, SAMPLE_MS);

const start = performance.now();
const { id } = await requestRecords(account, asked, { keyId: "bench", now: new Date() });
await writeRecords(account, { now: Date.now, until: Number.POSITIVE_INFINITY });
clearInterval(sampler);
const job = await loadRecordsJob(account, id);
console.log(
  JSON.stringify({
    records: job?.state === "done" ? job.records : 0,
    in_use: inUse / 1e6,
    resident: process.resourceUsage().maxRSS / 1e3,
    seconds: (performance.now() - start) / 1000,
  }),
);
