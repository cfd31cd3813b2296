import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../../shared/core/ids.ts";
import {
  afterFailure,
  afterPart,
  isSameRequest,
  isUnfinished,
  newJob,
  type WrittenPart,
} from "../../../../shared/ledger/supply-records/job.ts";
import {
  fileOfJob,
  fullJobView,
  RecordsRequest,
} from "../../../../shared/ledger/supply-records/schema.ts";

const range = {
  from: "2025-07-01" as IsoDate,
  to: "2025-09-30" as IsoDate,
  delimiter: "comma",
  decimal: "point",
} as const;

const job = newJob(range, {
  id: "20251001T080000000Z-0a1b2c3d",
  requested_at: "2025-10-01T08:00:00.000Z",
  requested_by: "key",
});

const part = (n: number, next?: WrittenPart["next"]): WrittenPart => ({
  files: (["ndjson", "csv"] as const).map((format) => ({
    part: n,
    format,
    file_name: `records-${n}.${format}`,
    content_type: "text/csv",
    records: 10,
    size_bytes: 1_000,
    sha256: `${n}`,
    key: `somewhere/${n}.${format}`,
  })),
  records: 10,
  points: { quantity: { asked: 10, not_known: 4 } },
  next,
});

const place = { supply_date: "2025-08-01" as IsoDate, event_id: "sale-1" as EventId };
const at = new Date("2025-10-01T09:00:00Z");

describe("a job", () => {
  it("runs until nothing follows its last part", () => {
    const first = afterPart(job, part(1, place), at);
    expect(first).toMatchObject({ state: "running", cursor: place, records: 10, version: 2 });
    const last = afterPart(first, part(2), at);
    expect(last).toMatchObject({
      state: "done",
      records: 20,
      version: 3,
      finished_at: at.toISOString(),
    });
    expect(last.cursor).toBeUndefined();
    expect(last.points).toEqual({ quantity: { asked: 20, not_known: 8 } });
    expect([job, first, last].map(isUnfinished)).toEqual([true, true, false]);
  });

  it("fails at the third time that a part cannot be written, and not before", () => {
    const twice = afterFailure(afterFailure(job, at), at);
    expect(twice).toMatchObject({ state: "waiting", failures: 2 });
    expect(afterPart(twice, part(1, place), at).failures).toBe(0);
    expect(afterFailure(twice, at)).toMatchObject({
      state: "failed",
      finished_at: at.toISOString(),
    });
  });

  it("is the same as another one of the same range and signs", () => {
    expect(isSameRequest(job, range)).toBe(true);
    expect(isSameRequest(job, { ...range, to: "2025-09-29" as IsoDate })).toBe(false);
    expect(isSameRequest(job, { ...range, delimiter: "tab" })).toBe(false);
  });
});

describe("what is shown", () => {
  const done = afterPart(job, part(1), at);

  it("names files by part and format, and not where they are stored", () => {
    const view = fullJobView(done);
    expect(view.files.map(({ file }) => file)).toEqual(["1.ndjson", "1.csv"]);
    expect(JSON.stringify(view)).not.toContain("somewhere");
    expect(fileOfJob(done, "1.csv")?.key).toBe("somewhere/1.csv");
    expect(fileOfJob(done, "2.csv")).toBeUndefined();
  });

  it("lists every point of the article with its letters, source and counts", () => {
    const { points } = fullJobView(done);
    expect(points.find(({ point }) => point === "quantity")).toEqual({
      point: "quantity",
      letters: "63c(1)(b), 63c(2)(b)",
      source: "quantity, quantity_unit; or metadata.quantity",
      asked: 10,
      not_known: 4,
    });
    expect(points.find(({ point }) => point === "consignment_number")?.letters).toBe("63c(2)(m)");
  });
});

describe("a request", () => {
  it.for([
    [{}, []],
    [{ to: "2025-06-30" }, ["to"]],
    [{ decimal: "comma" }, ["decimal"]],
    [{ decimal: "comma", delimiter: "semicolon" }, []],
    [{ to: "2025-06-30", decimal: "comma", delimiter: "comma" }, ["to", "decimal"]],
  ] as const)("%j has faults in %j", ([changes, fields]) => {
    const { from, to } = range;
    const parsed = RecordsRequest.safeParse({ from, to, ...changes });
    expect(parsed.error?.issues.map(({ path }) => path.join(".")) ?? []).toEqual(fields);
  });
});
