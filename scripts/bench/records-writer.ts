import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { AuthorId, LedgerId } from "../../shared/core/ids.ts";
import { loadRecordsJob } from "../../shared/ledger/supply-records/store-records-jobs.ts";
import { requestRecords, writeRecords } from "../../shared/ledger/supply-records/write-records.ts";
import { median } from "./harness/timing.ts";

/*
 * Writes the records of an account's year in a separate process. Prints as JSON, in megabytes, the memory in use right
 * after collections, as medians of the first and the last third of them, and the maximum of resident memory, garbage
 * included. Needs --expose-gc. Argument: the account.
 */
const account = String(process.argv[2]) as LedgerId;
const REQUESTED = {
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

const { id } = await requestRecords(account, REQUESTED, {
  author: "bench" as AuthorId,
  now: new Date(),
});
await writeRecords(account, { now: Date.now, until: Number.POSITIVE_INFINITY });
clearInterval(sampler);
const job = await loadRecordsJob(account, id);
const third = Math.ceil(inUse.length / 3);
console.log(
  JSON.stringify({
    records: job?.state === "done" ? job.records : 0,
    first: median(inUse.slice(0, third)),
    last: median(inUse.slice(-third)),
    resident: process.resourceUsage().maxRSS / 1e3,
  }),
);
