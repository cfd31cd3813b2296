import * as z from "zod";
import { SourceId } from "../formats/settings.ts";
import type { ImportJob } from "../jobs/job.ts";
import { ImportView } from "../jobs/schema.ts";
import { BridgeGap, BridgeLine, bridgeLine, gap, MoneySums, moneyOf } from "./bridge-line.ts";
import { grossOfRows, linesOfLeftOut, rowsNotKept } from "./file-lines.ts";

const bridge = {
  lines: z
    .array(BridgeLine)
    .describe("Lines from the amounts in the files to those that were committed"),
  unknown: z.array(BridgeGap).describe("Parts of the files that the bridge does not know"),
};

export const ImportBridge = z
  .strictObject({
    import_id: z.string().describe("Id of the import"),
    source_id: z.string().describe("Source of the import"),
    status: ImportView.shape.status.describe(
      "Status of the import; the lines of `undone` are what was there before",
    ),
    dry_run: z.boolean().describe("True if the lines are those of a check, and nothing is booked"),
    ...bridge,
  })
  .meta({ id: "ImportBridge" });

export const SourceBridgeQuery = z.strictObject({ source_id: SourceId });

export const SourceBridge = z
  .strictObject({
    source_id: z.string().describe("Source of the imports"),
    import_count: z
      .int()
      .describe("Number of imports in the sums, without checks and undone imports"),
    ...bridge,
  })
  .meta({ id: "SourceBridge" });

/** True if the import has rows that count: it was no check, and nothing of it was undone. */
export const isCounted = ({ dry_run, state }: ImportJob): boolean =>
  !dry_run && state !== "undoing" && state !== "undone";

/**
 * Returns the lines from the files of imports to what they have committed. Refunds of left-out sales are subtracted from
 * these; committed refunds have a line of their own.
 */
export function bridgeOfImports(jobs: readonly ImportJob[]) {
  const committed = sumsOf(jobs.flatMap(({ totals }) => totals.months));
  const refunds = sumsOf(jobs.flatMap(({ totals }) => totals.corrections));
  const leftOut = jobs.flatMap(({ totals }) => totals.left_out);
  const rows = leftOut.reduce((sum, one) => sum + one.rows, 0);
  const inFiles = grossOfRows(leftOut).addAll(committed.grossAlone).addAll(refunds.grossAlone, -1);
  const at = { stage: "files" } as const;
  const sources = [...new Set(jobs.map(({ source_id }) => source_id))];
  const start = {
    ...at,
    code: "in_files" as const,
    sign: "plus" as const,
    count: rows + committed.events - refunds.events,
    unread_count: leftOut.reduce((sum, { unread }) => sum + unread, 0),
    links: jobs.map(({ id }) => `/v1/imports/${id}`),
  };
  const links = sources.map((source) => `/v1/supply-events?source_id=${source}`);
  const end = { ...at, code: "committed" as const, sign: "equals" as const, links };
  return {
    lines: [
      bridgeLine(start, inFiles),
      ...linesOfLeftOut(jobs.map(({ id, totals }) => ({ import_id: id, ...totals }))),
      ...(refunds.events === 0
        ? []
        : [
            bridgeLine(
              { ...at, code: "refunds", sign: "plus", count: refunds.events },
              refunds.sums,
            ),
          ]),
      bridgeLine({ ...end, count: committed.events }, committed.sums),
    ],
    unknown: gapsOf(jobs),
  };
}

type EventSum = ImportJob["totals"]["corrections"][number];

function sumsOf(all: readonly EventSum[]) {
  const [sums, grossAlone] = [new MoneySums(), new MoneySums()];
  for (const { currency, taxable_amount_minor, vat_amount_minor } of all) {
    const money = moneyOf(taxable_amount_minor, vat_amount_minor);
    sums.add(currency, money);
    grossAlone.add(currency, { ...money, taxable: null, vat: null });
  }
  return { sums, grossAlone, events: all.reduce((sum, { events }) => sum + events, 0) };
}

function gapsOf(jobs: readonly ImportJob[]) {
  const count = jobs.reduce((sum, job) => sum + rowsNotKept(job), 0);
  return count === 0 ? [] : [gap("rows_of_earlier_version", { count })];
}
