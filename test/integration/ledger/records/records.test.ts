import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { newJob } from "../../../../shared/ledger/supply-records/job.ts";
import type {
  RecordsDetail,
  RecordsList,
} from "../../../../shared/ledger/supply-records/schema.ts";
import {
  loadRecordsJob,
  saveRecordsJob,
} from "../../../../shared/ledger/supply-records/store-records-jobs.ts";
import type { SupplyRecord } from "../../../../shared/ledger/supply-records/supply-record.ts";
import {
  recordsWorker,
  writeRecords,
} from "../../../../shared/ledger/supply-records/write-records.ts";
import { makeImport, makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { retryOn503 } from "../../../stack/retry-on-503.ts";
import { commit, newSeller } from "../../../stack/seller.ts";
import { sentTo } from "../../../stack/sent-messages.ts";
import { settleRecords } from "../../../stack/settle.ts";

const THIRD_QUARTER = { from: "2025-07-01", to: "2025-09-30" };

/** Asks for records and returns them when they are written. */
async function written(account: Account, asked: object = THIRD_QUARTER): Promise<RecordsDetail> {
  const { status, body, text } = await call<RecordsDetail>(
    account.full,
    "POST",
    "/v1/records",
    asked,
  );
  expect(status, text).toBe(201);
  await settleRecords(account.account);
  return (await call<RecordsDetail>(account.readOnly, "GET", `/v1/records/${body.id}`)).body;
}

/** Follows the link to a file. */
async function fileOf({ readOnly }: Account, id: string, file: string): Promise<Buffer> {
  const { status, headers } = await call(readOnly, "GET", `/v1/records/${id}/files/${file}`);
  expect(status).toBe(302);
  const response = await fetch(headers.get("location") ?? "");
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const linesOf = (bytes: Buffer): SupplyRecord[] =>
  bytes
    .toString("utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe("records", () => {
  it("hold every supply of the range, in both forms, with what is not known", async () => {
    const seller = await newSeller("SE");
    await commit(seller, [
      makeSale({ metadata: { quantity: "2", invoice_number: "R-1" } }),
      makeRefund(),
      makeService(),
      makeImport(),
      makeSale({ event_id: "b2b", customer_type: "b2b" }),
      makeSale({ event_id: "next", supply_date: "2025-10-01" as IsoDate }),
    ]);
    const done = await written(seller);
    expect(done).toMatchObject({ state: "done", records: 5, ...THIRD_QUARTER });
    const ndjson = await fileOf(seller, done.id, "1.ndjson");
    const records = linesOf(ndjson);
    expect(records.map((one) => one.event_id).sort()).toEqual([
      "b2b",
      "import-1",
      "refund-1",
      "sale-1",
      "service-1",
    ]);
    const sale = records.find((one) => one.event_id === "sale-1");
    expect(sale).toMatchObject({
      quantity: "2",
      changes: [
        { currency: "EUR", events: 1, taxable_amount_minor: -1_000, vat_amount_minor: -190 },
      ],
    });
    const csv = await fileOf(seller, done.id, "1.csv");
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    expect(rows.map((row) => row["event_id"])).toEqual(records.map((one) => one.event_id));
    const vat = rows.reduce((sum, row) => sum + Math.round(Number(row["vat_amount"]) * 100), 0);
    expect(vat).toBe(records.reduce((sum, one) => sum + one.vat_amount_minor, 0));
    for (const [n, bytes] of [ndjson, csv].entries()) {
      expect(done.files[n]?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
      expect(done.files[n]).toMatchObject({ size_bytes: bytes.length, records: 5 });
    }
    const quantity = done.points.find(({ point }) => point === "quantity");
    expect(quantity).toMatchObject({ asked: 4, not_known: 3 });
  });

  it("of a range without supplies are files without lines", async () => {
    const seller = await newSeller("SE");
    const done = await written(seller);
    expect(done).toMatchObject({ state: "done", records: 0 });
    expect(linesOf(await fileOf(seller, done.id, "1.ndjson"))).toEqual([]);
    expect(done.points.every(({ asked }) => asked === 0)).toBe(true);
  });

  it("are listed, the newest first, and not found by others", async () => {
    const seller = await newSeller("SE");
    const first = await written(seller);
    const second = await written(seller, { ...THIRD_QUARTER, to: "2025-08-31" });
    const { body } = await call<z.output<typeof RecordsList>>(
      seller.readOnly,
      "GET",
      "/v1/records?limit=1",
    );
    expect(body.items.map(({ id }) => id)).toEqual([second.id]);
    const next = `/v1/records?limit=1&cursor=${body.next_cursor}`;
    const rest = await call<z.output<typeof RecordsList>>(seller.readOnly, "GET", next);
    expect(rest.body).toMatchObject({ items: [{ id: first.id }], next_cursor: null });
    const stranger = await newAccount();
    for (const path of [`/v1/records/${first.id}`, `/v1/records/${first.id}/files/1.csv`]) {
      expect((await call(stranger.full, "GET", path)).status).toBe(404);
    }
  });
});

/** A job of which nobody in this process is told. */
async function asked(account: LedgerId) {
  const range = { from: "2025-07-01" as IsoDate, to: "2025-09-30" as IsoDate };
  const signs = { delimiter: "comma", decimal: "point" } as const;
  const of = { requested_at: new Date().toISOString(), requested_by: "key" };
  const job = newJob({ ...range, ...signs }, { id: "20251001T080000000Z-0a1b2c3d", ...of });
  await saveRecordsJob(account, job);
  return job;
}

const sales = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    makeSale({ event_id: `s-${String(n).padStart(5, "0")}` }),
  );

describe("large records", () => {
  it("are written in parts, and taken up where they were left", async () => {
    const seller = await newSeller("SE");
    expect((await retryOn503(() => commit(seller, sales(50)))).status).toBe(200);
    const { id } = await asked(seller.account);
    const limits = { records: 20, bytes: 1e9 };
    // Late after one part: three looks at the clock are the part's own.
    let reads = 0;
    const clock = { now: () => (reads++ === 0 ? 0 : 1), until: 1 };
    expect(await writeRecords(seller.account, clock, limits)).toBe(false);
    expect(await loadRecordsJob(seller.account, id)).toMatchObject({
      state: "running",
      records: 20,
    });
    const later = { now: Date.now, until: Number.POSITIVE_INFINITY };
    const both = [1, 2].map(() => writeRecords(seller.account, later, limits));
    expect(await Promise.all(both)).toEqual([true, true]);
    const { body } = await call<RecordsDetail>(seller.full, "GET", `/v1/records/${id}`);
    expect(body).toMatchObject({ state: "done", records: 50 });
    expect(body.files.map(({ file }) => file)).toEqual(
      [1, 2, 3].flatMap((part) => [`${part}.ndjson`, `${part}.csv`]),
    );
    const parts = await Promise.all([1, 2, 3].map((n) => fileOf(seller, id, `${n}.ndjson`)));
    const ids = parts.flatMap(linesOf).map((one) => one.event_id);
    expect(ids).toEqual(sales(50).map(({ event_id }) => event_id));
  });

  it("are sent on by the worker when a run is over, and reported when they fail", async () => {
    const seller = await newSeller("SE");
    await asked(seller.account);
    using sent = sentTo("records");
    const own = () => sent.messages.filter(({ account }) => account === seller.account);
    let reads = 0;
    const body = JSON.stringify({ account: seller.account });
    const batch = { Records: [{ messageId: "m", body }] };
    // The second look at the clock is hours later.
    const hurried = recordsWorker({ now: () => (reads++ === 0 ? 0 : 1e9) });
    expect(await hurried(batch)).toEqual({ batchItemFailures: [] });
    expect(own()).toHaveLength(1);
    expect(await recordsWorker()(batch)).toEqual({ batchItemFailures: [] });
    expect(own()).toHaveLength(1);
    const broken = { Records: [{ messageId: "broken", body: "no account" }] };
    expect(await recordsWorker()(broken)).toEqual({
      batchItemFailures: [{ itemIdentifier: "broken" }],
    });
  });
});

describe("a request", () => {
  it("that repeats one that is not finished is that one", async () => {
    const seller = await newSeller("SE");
    const { id, ...job } = await asked(seller.account);
    const range = { from: job.from, to: job.to };
    const { body } = await call<RecordsDetail>(seller.full, "POST", "/v1/records", range);
    expect(body.id).toBe(id);
    await settleRecords(seller.account);
    expect((await written(seller, range)).id).not.toBe(id);
  });

  it.for([
    [{ from: "2025-07-01" }, ["to"]],
    [{ from: "2025-07-02", to: "2025-07-01" }, ["to"]],
    [{ ...THIRD_QUARTER, decimal: "comma" }, ["decimal"]],
    [{ ...THIRD_QUARTER, format: "csv" }, ["format"]],
  ] as const)("%j is 400 for %j", async ([body, fields]) => {
    const { full } = await newAccount();
    const answer = await call<{ error: string; details: { field: string }[] }>(
      full,
      "POST",
      "/v1/records",
      body,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ field }) => field)).toEqual(fields);
  });

  it.for(["/v1/records/nothing", "/v1/records/20250801T000000000Z-00000000/files/one"])(
    "for %s is 404",
    async (path) => {
      expect((await call((await newAccount()).full, "GET", path)).status).toBe(404);
    },
  );
});
