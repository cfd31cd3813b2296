import * as z from "zod";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";
import { CSV_DECIMALS, CSV_DELIMITERS } from "../../core/files/csv.ts";
import type { EventPosition } from "../events/listing.ts";

const Count = z.int().min(0);

export const RecordsFile = z.object({
  part: z.int().positive(),
  format: z.enum(["ndjson", "csv"]),
  file_name: z.string(),
  content_type: z.string(),
  records: Count,
  size_bytes: Count,
  sha256: z.string(),
  key: z.string(),
  /** The stored object version; absent if the bucket has no versions, as locally. */
  version_id: z.string().optional(),
});
export type RecordsFile = z.output<typeof RecordsFile>;

/** The progress of a records job. Its range and format never change. */
export const RecordsJob = z.object({
  id: z.string(),
  from: IsoDateSchema,
  to: IsoDateSchema,
  delimiter: z.enum(CSV_DELIMITERS),
  decimal: z.enum(CSV_DECIMALS),
  requested_at: z.iso.datetime(),
  requested_by: z.string(),
  state: z.enum(["waiting", "running", "done", "failed"]),
  finished_at: z.iso.datetime().optional(),
  /** The event after which the next part begins; absent before the first part. */
  cursor: z
    .object({ supply_date: IsoDateSchema, event_id: z.string().min(1).brand("EventId") })
    .optional(),
  records: Count,
  /** Number of records that lack a point, and of records that require it. */
  points: z.record(z.string(), z.object({ asked: Count, not_known: Count })),
  files: z.array(RecordsFile),
  /** Number of failed attempts to write a part. */
  failures: Count,
  version: z.int().positive(),
});
export type RecordsJob = z.output<typeof RecordsJob>;

type RecordsRequest = Pick<RecordsJob, "from" | "to" | "delimiter" | "decimal">;

/** Returns a new job without any progress. */
export const newJob = (
  asked: RecordsRequest,
  of: Pick<RecordsJob, "id" | "requested_at" | "requested_by">,
): RecordsJob => ({
  ...of,
  ...asked,
  state: "waiting",
  records: 0,
  points: {},
  files: [],
  failures: 0,
  version: 1,
});

export const isUnfinished = ({ state }: RecordsJob): boolean =>
  state === "waiting" || state === "running";

export const isSameRequest = (one: RecordsRequest, other: RecordsRequest): boolean =>
  (["from", "to", "delimiter", "decimal"] as const).every((field) => one[field] === other[field]);

export type WrittenPart = {
  readonly files: readonly RecordsFile[];
  readonly records: number;
  readonly points: RecordsJob["points"];
  /** The event after which the next part begins; undefined at the end. */
  readonly next: EventPosition | undefined;
};

/** Returns the job after a part; the last part finishes it. */
export function afterPart(job: RecordsJob, part: WrittenPart, at: Date): RecordsJob {
  const { cursor, ...rest } = job;
  return {
    ...rest,
    state: part.next ? "running" : "done",
    ...(part.next ? { cursor: part.next } : { finished_at: at.toISOString() }),
    records: job.records + part.records,
    points: addedPoints(job.points, part.points),
    files: [...job.files, ...part.files],
    failures: 0,
    version: job.version + 1,
  };
}

const MOST_FAILURES = 3;

/** Returns the job after a failed part: it is retried a limited number of times. */
export function afterFailure(job: RecordsJob, at: Date): RecordsJob {
  const failures = job.failures + 1;
  const isOver = failures >= MOST_FAILURES;
  return {
    ...job,
    ...(isOver ? { state: "failed", finished_at: at.toISOString() } : {}),
    failures,
    version: job.version + 1,
  };
}

export function addedPoints(
  some: RecordsJob["points"],
  more: RecordsJob["points"],
): RecordsJob["points"] {
  const names = new Set([...Object.keys(some), ...Object.keys(more)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      {
        asked: (some[name]?.asked ?? 0) + (more[name]?.asked ?? 0),
        not_known: (some[name]?.not_known ?? 0) + (more[name]?.not_known ?? 0),
      },
    ]),
  );
}
