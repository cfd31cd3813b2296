import { describe, expect, it } from "vitest";
import type { LedgerId } from "../../../shared/core/ids.ts";
import type { ImportView } from "../../../shared/imports/jobs/schema.ts";
import { SAMPLES, type Sample, shuffledBytes } from "../../make/import-sample.ts";
import { itemsOf } from "../../stack/account-items.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { controlled, findingsOf, importedFile, overImport } from "../../stack/imports.ts";
import { eventPath, listed, newSeller } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const fileOf = ({ format, settings, bytes }: Sample, other = bytes) => ({
  format: format.name,
  settings,
  bytes: other,
});

const sampleOf = (name: string): Sample =>
  SAMPLES.find(({ format }) => format.name === name) as Sample;

const expectedCounts = ({ rows }: Sample) => {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  return {
    rows: rows.length,
    committed: count("event"),
    duplicate: 0,
    conflict: 0,
    excluded: count("excluded"),
    unresolved: count("unresolved"),
    rejected: count("rejected"),
  };
};

/** What the findings must say of each row that is not simply taken. */
const expectedFindings = ({ rows }: Sample): string[] =>
  rows
    .flatMap(({ at, outcome, reason, findings = [] }) =>
      outcome === "event"
        ? findings.map((remark) => `${at},event,${remark}`)
        : [`${at},${outcome},${reason}`],
    )
    .sort();

const rowsIn = (findings: readonly string[]): string[] => [
  ...new Set(findings.map((line) => line.split(",", 2).join(","))),
];

const shortened = (findings: readonly string[]): string[] =>
  [...new Set(findings.slice(1).map((line) => line.split(",").slice(0, 3).join(",")))].sort();

describe.each(eachNth(3, SAMPLES).map((sample) => [sample.format.name, sample] as const))(
  "import of %s",
  (_name, sample) => {
    let seller: Account;
    let countries: ImportView["countries"];
    const counts = expectedCounts(sample);

    it("commits each row: looked through, and committed", async () => {
      seller = await newAccount("samples");
      const events = sample.rows.flatMap(({ events = [] }) => events);
      const first = eventPath(String(events[0]?.["event_id"]));
      const dry = await importedFile(seller, { ...fileOf(sample), dry_run: true });
      expect(dry).toMatchObject({ status: "checked", dry_run: true, counts, error: null });
      expect((await call(seller.readOnly, "GET", first)).status).toBe(404);
      await controlled(seller, dry.id, "start", { dry_run: false });
      const done = await overImport(seller, dry.id);
      expect(done).toMatchObject({ status: "completed", dry_run: false, counts });
      expect(done.countries).toEqual(dry.countries);
      const findings = shortened(await findingsOf(seller, done.id));
      expect(findings).toEqual(expect.arrayContaining(expectedFindings(sample)));
      // A row that is rejected may be for more than one reason.
      expect(rowsIn(findings)).toEqual(rowsIn(expectedFindings(sample)));
      const { items } = (await listed(seller, "?limit=200")).body;
      const stored = new Map<unknown, object>(items.map((item) => [item.event_id, item]));
      for (const each of events) {
        expect(stored.get(each["event_id"])).toMatchObject(expectedView(each));
      }
      expect((await call(seller.readOnly, "GET", first)).status).toBe(200);
      countries = dry.countries;
    });

    // Ids are the readers' (test/unit/imports/formats), and what becomes of an id twice is the same for all formats.
    it("commits none again", async () => {
      const foreseen = await importedFile(seller, { ...fileOf(sample), dry_run: true });
      const repeated = { ...counts, committed: 0, duplicate: counts.committed };
      expect(foreseen).toMatchObject({ status: "checked", counts: repeated });
      await controlled(seller, foreseen.id, "start", {});
      const again = await overImport(seller, foreseen.id);
      expect(again).toMatchObject({ status: "completed", counts: repeated });
      expect(again.countries).toEqual(countries);
    });
  },
);

/* How each format reads rows in another order is a test of the readers; these two have refunds of rows before and after them. */
it.for(eachNth(2, ["amazon_avtr", "woocommerce_json"]))(
  "%s is taken with its rows in any order",
  async (name) => {
    const seller = await newAccount("samples");
    const sample = sampleOf(name);
    const shuffled = await importedFile(seller, fileOf(sample, shuffledBytes(sample, 7)));
    expect(shuffled).toMatchObject({ status: "completed", counts: expectedCounts(sample) });
    const again = await importedFile(seller, fileOf(sample));
    expect(again.counts).toMatchObject({ committed: 0, conflict: 0 });
    expect(again.countries).toEqual(shuffled.countries);
  },
);

/** An answer completes what an event leaves unsaid. */
const expectedView = ({ consignment, ...rest }: Record<string, unknown>) => ({
  ...rest,
  ...(typeof consignment === "object" && { consignment: { ...consignment } }),
});

it("links refunds to the sales of an earlier file", async () => {
  const seller = await newSeller("DE");
  const sample = sampleOf("amazon_avtr");
  const { head, tail, separator, records } = sample.pieces;
  const part = (rows: readonly string[]) =>
    fileOf(sample, bytesOf(head + rows.join(separator) + tail));
  const isRefund = (row: string) => row.includes("\tREFUND\t");
  const refunds = records.filter(isRefund);
  const early = await importedFile(seller, part(refunds));
  expect(early.counts).toMatchObject({ rows: 2, committed: 0, unresolved: 2 });
  await importedFile(seller, part(records.filter((row) => !isRefund(row))));
  const late = await importedFile(seller, part(refunds));
  expect(late.counts).toMatchObject({ rows: 2, committed: 1, unresolved: 1 });
});

it("tells rows apart that the ledger has with other content", async () => {
  const seller = await newSeller("DE");
  const sample = sampleOf("amazon_vcs");
  await importedFile(seller, fileOf(sample));
  const text = new TextDecoder().decode(sample.bytes);
  const changed = bytesOf(text.replace("50.00,9.02,40.98", "51.00,9.20,41.80"));
  const before = await ledgerOf(seller.account);
  const dry = await importedFile(seller, { ...fileOf(sample, changed), dry_run: true });
  expect(await ledgerOf(seller.account)).toEqual(before);
  const foreseen = await findingsOf(seller, dry.id);
  expect(foreseen).toContainEqual(expect.stringMatching(/^7,conflict,event_conflict,/));
  await controlled(seller, dry.id, "start", {});
  const { id, counts, countries } = await overImport(seller, dry.id);
  expect(counts).toMatchObject({ committed: 0, duplicate: 3, conflict: 1 });
  expect({ counts: dry.counts, countries: dry.countries }).toEqual({ counts, countries });
  expect(await findingsOf(seller, id)).toEqual(foreseen);
});

/** All that the account has, but for what says how far its imports are, and tells receivers of it. */
const ledgerOf = async (account: LedgerId): Promise<Map<string, unknown>> =>
  new Map([...(await itemsOf(account))].filter(([place]) => !/^(IMPORTS|OUTBOX)#/.test(place)));

it("commits nothing of a file that is broken at its end, and says so in a sentence", async () => {
  const seller = await newSeller("DE");
  const sample = sampleOf("woocommerce_json");
  const broken = await importedFile(seller, fileOf(sample, sample.bytes.subarray(0, -30)));
  expect(broken).toMatchObject({
    status: "failed",
    error: { code: "truncated", message: expect.stringMatching(/^The file ends .*\.$/) },
    counts: { rows: 0 },
  });
  const { status } = await call(seller.readOnly, "GET", eventPath("woo-eu:1001:goods:2000"));
  expect(status).toBe(404);
});
