import { describe, expect, it } from "vitest";
import { seeded } from "../../../../scripts/demo/dice.ts";
import { IMPORT_FORMATS } from "../../../../shared/imports/formats/formats.ts";
import type { Original } from "../../../../shared/imports/formats/outcome.ts";
import { NewEvent } from "../../../../shared/ledger/events/schema.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { type ExpectedRow, SAMPLES, type Sample, WOO_LIST } from "../../../make/import-sample.ts";
import { shownOutcome } from "../../../make/shown-outcome.ts";

/** What the sample expects, without the remarks on how to find the original. */
const expected = ({ at, outcome, events, findings, reason, column }: ExpectedRow): ExpectedRow => ({
  at,
  outcome,
  ...(events && { events }),
  ...(findings && { findings }),
  ...(reason && { reason }),
  ...(column && { column }),
});

const read = async ({ format, settings }: Sample, bytes: Uint8Array, more = {}) =>
  (await importInMemory(format, settings, bytes, more)).map(shownOutcome);

const bytesOf = ({ pieces: { head, tail, separator } }: Sample, records: readonly string[]) =>
  new TextEncoder().encode(head + records.join(separator) + tail);

const sample = (name: string): Sample => {
  const found = SAMPLES.find(({ format }) => format.name === name);
  if (!found) throw new RangeError(name);
  return found;
};

/** Without places, which another order changes, and in an order of its own. */
const bag = (rows: readonly ExpectedRow[]) =>
  rows.map(({ at: _, ...rest }) => JSON.stringify(rest, keysSorted)).sort();

const keysSorted = (_: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

describe.each(SAMPLES.map((sample) => [sample.format.name, sample] as const))(
  "%s",
  (_name, sample) => {
    it("gives the expected outcome of every row", async () => {
      expect(await read(sample, sample.bytes)).toEqual(sample.rows.map(expected));
    });

    it("does not depend on how the bytes come", async () => {
      expect(await read(sample, sample.bytes, { chunk: 7 })).toEqual(sample.rows.map(expected));
    });

    it("gives the same events again", async () => {
      const originals = new Map<string, Original>();
      const first = await read(sample, sample.bytes, { originals });
      expect(await read(sample, sample.bytes, { originals })).toEqual(first);
    });

    it("makes events that the ledger takes, and nothing of the file is in them", async () => {
      const events = (await read(sample, sample.bytes)).flatMap(({ events = [] }) => events);
      expect(events.length).toBeGreaterThan(0);
      expect(events.filter((each) => !NewEvent.safeParse(each).success)).toEqual([]);
      const columns = new Set(events.flatMap((each) => Object.keys(each)));
      expect([...columns].filter((key) => /file|row|line|import/.test(key))).toEqual([]);
    });
  },
);

it("says of a refund without its sale which sale is missing", async () => {
  const { format, settings, bytes } = sample("amazon_avtr");
  const refund = (await importInMemory(format, settings, bytes)).find(({ at }) => at === "17");
  expect(refund?.outcome).toEqual({
    outcome: "unresolved",
    reason: "original_not_found",
    details: { order: "305-0000099-0000099", sku: "SKU-A", original_date: "2026-09-28" },
  });
});

/** Rows whose outcome names which of two equal ids came first: there the order matters. */
const REPEATED = ["G-1", "N-1"];

describe.each(IMPORT_FORMATS.map(({ name }) => name).filter((name) => name !== "woocommerce_json"))(
  "%s in another order of rows",
  (name) => {
    it("gives the same outcomes", async () => {
      const one = sample(name);
      const records = one.pieces.records.filter(
        (record, n, all) =>
          !REPEATED.some((id) => record.includes(`"${id}"`) || record.startsWith(`${id};`)) ||
          all.findIndex((other) => other.slice(0, 20) === record.slice(0, 20)) === n,
      );
      const inOrder = bag(await read(one, bytesOf(one, records)));
      for (const seed of [1, 2, 3, 4, 5]) {
        const next = seeded(seed);
        const shuffled = records
          .map((record) => ({ record, place: next() }))
          .sort((a, b) => a.place - b.place)
          .map(({ record }) => record);
        expect(bag(await read(one, bytesOf(one, shuffled)))).toEqual(inOrder);
      }
    });

    it("gives the same when it is cut between two rows and gone on with", async () => {
      const one = sample(name);
      const { records } = one.pieces;
      for (let cut = 1; cut < records.length; cut += 1) {
        const originals = new Map<string, Original>();
        await read(one, bytesOf(one, records.slice(0, cut)), { originals });
        const whole = await read(one, one.bytes, { originals });
        expect(whole).toEqual(one.rows.map(expected));
      }
    });
  },
);

describe("woocommerce_json", () => {
  const one = sample("woocommerce_json");
  const asBytes = (values: readonly unknown[]) => new TextEncoder().encode(JSON.stringify(values));

  it("reads orders and refunds of one list in any order", async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const next = seeded(seed);
      const shuffled = WOO_LIST.map((value) => ({ value, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value);
      expect(bag(await read(one, asBytes(shuffled)))).toEqual(bag(one.rows.map(expected)));
    }
  });

  it("finds the orders of an earlier file, and says so while they are not there", async () => {
    const refunds = asBytes(WOO_LIST.slice(10));
    const alone = await read(one, refunds);
    expect(alone.map(({ reason }) => reason)).toEqual(Array(4).fill("original_not_found"));
    const originals = new Map<string, Original>();
    await read(one, asBytes(WOO_LIST.slice(0, 10)), { originals });
    const later = await read(one, refunds, { originals });
    expect(bag(later)).toEqual(bag(one.rows.slice(10).map(expected)));
  });
});
