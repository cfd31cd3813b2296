import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import { loadRecordsJob } from "../../shared/ledger/records/store-records-jobs.ts";
import { requestRecords, writeRecords } from "../../shared/ledger/records/write-records.ts";
import { median } from "./timing.ts";

/*
 * Writes the records of an account's year by itself, so that what this process holds is what the
 * writing takes. Prints as JSON, in megabytes, what was in use right after collections, as medians of the
 * first and the last third of them, and the most that was resident, garbage included. Needs --expose-gc.
 */
const account = String(process.argv[2]);
const asked = {
  from: "2025-01-01" as IsoDate,
  to: "2025-12-31" as IsoDate,
  delimiter: "comma",
  decimal: "point",
} as const;
const SAMPLE_MS = 100;

const inUse: number[] = [];
const sampler = setInterval(() => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  inUse.push((heapUsed + external) / 1e6);
}, SAMPLE_MS);

const start = performance.now();
const { id } = await requestRecords(account, asked, { keyId: "bench", now: new Date() });
await writeRecords(account, { now: Date.now, until: Number.POSITIVE_INFINITY });
clearInterval(sampler);
const job = await loadRecordsJob(account, id);
const third = Math.ceil(inUse.length / 3);
console.log(
  JSON.stringify({
    records: job?.state === "done" ? job.records : 0,
    at_first: median(inUse.slice(0, third)),
    at_last: median(inUse.slice(-third)),
    resident: process.resourceUsage().maxRSS / 1e3,
    seconds: (performance.now() - start) / 1000,
  }),
);
