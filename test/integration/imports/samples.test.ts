import { describe, expect, it } from "vitest";
import { importFile } from "../../../shared/flows/import-file.ts";
import { inChunks } from "../../make/import-in-memory.ts";
import { type ExpectedRow, SAMPLES, type Sample } from "../../make/import-sample.ts";
import { type Account, call } from "../../stack/api.ts";
import { eventPath, newSeller } from "../../stack/seller.ts";

/** Imports the bytes of a sample, or others, for an account. */
const imported = (account: Account, one: Sample, bytes = one.bytes, dry_run = false) =>
  importFile({
    account: account.account,
    format: one.format,
    settings: one.format.settings.parse(one.settings) as { source_id: string },
    open: () => inChunks(bytes),
    dry_run,
    now: () => new Date("2026-11-22T12:00:00Z"),
  });

const count = (rows: readonly ExpectedRow[], outcome: ExpectedRow["outcome"]) =>
  rows.filter((row) => row.outcome === outcome).length;

const expectedCounts = ({ rows }: Sample) => ({
  rows: rows.length,
  committed: count(rows, "event"),
  duplicate: 0,
  conflict: 0,
  excluded: count(rows, "excluded"),
  unresolved: count(rows, "unresolved"),
  rejected: count(rows, "rejected"),
});

describe.each(SAMPLES.map((one) => [one.format.name, one] as const))(
  "import of %s",
  (_name, one) => {
    it("commits each row once, dry run before and import again after it", async () => {
      const seller = await newSeller("DE");
      const events = one.rows.flatMap(({ events = [] }) => events);
      const first = eventPath(String(events[0]?.["event_id"]));
      const counts = expectedCounts(one);
      const dry = await imported(seller, one, one.bytes, true);
      expect(dry).toMatchObject({ status: "checked", dry_run: true, counts });
      expect((await call(seller.readOnly, "GET", first)).status).toBe(404);
      const done = await imported(seller, one);
      expect(done).toMatchObject({ status: "completed", dry_run: false, counts });
      expect(done.countries).toEqual(dry.countries);
      const again = await imported(seller, one);
      const repeated = { ...counts, committed: 0, duplicate: counts.committed };
      expect(again).toMatchObject({ status: "completed", counts: repeated });
      for (const each of events) {
        const { body } = await call(seller.readOnly, "GET", eventPath(String(each["event_id"])));
        expect(body).toMatchObject(shownAs(each));
      }
    });
  },
);

/** An answer completes what an event leaves unsaid. */
const shownAs = ({ consignment, ...rest }: Record<string, unknown>) => ({
  ...rest,
  ...(typeof consignment === "object" && { consignment: { ...consignment } }),
});

it("links refunds to the sales of an earlier file", async () => {
  const seller = await newSeller("DE");
  const one = SAMPLES.find(({ format }) => format.name === "amazon_avtr") as Sample;
  const { head, tail, separator, records } = one.pieces;
  const bytes = (rows: readonly string[]) =>
    new TextEncoder().encode(head + rows.join(separator) + tail);
  const isRefund = (row: string) => row.includes("\tREFUND\t");
  const refunds = records.filter(isRefund);
  const early = await imported(seller, one, bytes(refunds));
  expect(early.counts).toMatchObject({ rows: 2, committed: 0, unresolved: 2 });
  await imported(seller, one, bytes(records.filter((row) => !isRefund(row))));
  const late = await imported(seller, one, bytes(refunds));
  expect(late.counts).toMatchObject({ rows: 2, committed: 1, unresolved: 1 });
});

it("tells rows apart that the ledger has with other content", async () => {
  const seller = await newSeller("DE");
  const one = SAMPLES.find(({ format }) => format.name === "amazon_vcs") as Sample;
  await imported(seller, one);
  const text = new TextDecoder().decode(one.bytes);
  const changed = new TextEncoder().encode(text.replace("50.00,9.02,40.98", "51.00,9.20,41.80"));
  const report = await imported(seller, one, changed);
  expect(report.counts).toMatchObject({ committed: 0, duplicate: 3, conflict: 1 });
  expect(report.findings.find(({ outcome }) => outcome === "conflict")).toMatchObject({
    at: "7",
    reason: "event_conflict",
  });
});

it("commits nothing of a file that is broken at its end", async () => {
  const seller = await newSeller("DE");
  const one = SAMPLES.find(({ format }) => format.name === "woocommerce_json") as Sample;
  const report = await imported(seller, one, one.bytes.subarray(0, -30));
  expect(report).toMatchObject({ status: "failed", error: { code: "truncated" } });
  const { status } = await call(seller.readOnly, "GET", eventPath("woo-eu:1001:goods:2000"));
  expect(status).toBe(404);
});
