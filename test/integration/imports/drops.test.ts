import { HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { type DroppedObject, takeDrop } from "../../../shared/imports/drops/drop.ts";
import type { ImportList, ImportView } from "../../../shared/imports/jobs/schema.ts";
import { listImportJobs } from "../../../shared/imports/jobs/store-jobs.ts";
import { importBucketName } from "../../../shared/imports/jobs/store-objects.ts";
import { setAccountState } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import { s3 } from "../../../shared/platform/s3/client.ts";
import { countriesOf, wholeReport } from "../../make/amazon-report.ts";
import { sampleBytes } from "../../make/import-sample.ts";
import { type Account, call } from "../../stack/api.ts";
import { controlled, overImport } from "../../stack/imports.ts";
import { lookUntil } from "../../stack/look-until.ts";
import { newSeller } from "../../stack/seller.ts";

const REPORT = wholeReport(10);
const JSON_EVENTS = '{"event_id": "e1", "supply_date": "2026-10-01"';
const WITHOUT_ORDERS = "name;price\r\nshirt;10\r\n";

async function sellerWith(...sources: readonly object[]): Promise<Account> {
  const seller = await newSeller("DE");
  for (const source of sources) {
    const body = { display_name: "Shop", channel_type: "owned_store", ...source };
    const { status, text } = await call(seller.full, "POST", "/v1/sources", body);
    expect(status, text).toBe(201);
  }
  return seller;
}

/** Puts a file into the drop folder, and answers what EventBridge says of it. */
async function drop(Key: string, Body: string | Uint8Array): Promise<DroppedObject> {
  const Bucket = importBucketName();
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from(Body) }));
  const {
    ETag = "",
    ContentLength = 0,
    LastModified,
  } = await s3.send(new HeadObjectCommand({ Bucket, Key }));
  const time = (LastModified as Date).toISOString();
  const object = { key: Key, size: ContentLength, etag: ETag, sequencer: time };
  return { time, detail: { object } };
}

const folderOf = ({ account }: Account, source = "web-shop") => `drop/${account}/${source}`;

type Page = z.output<typeof ImportList>;

/** Waits until the account has imports of so many files, and each is over. */
async function importsOf(seller: Account, count: number): Promise<readonly ImportView[]> {
  const found = await lookUntil(async () => {
    const { body } = await call<Page>(seller.readOnly, "GET", "/v1/imports");
    return body.items.length < count ? undefined : body.items;
  });
  return Promise.all(found.map(({ id }) => overImport(seller, id)));
}

const named = (imports: readonly ImportView[], name: string) =>
  imports.filter(({ file_name }) => file_name === name);

describe("a file in the drop folder", () => {
  it("is imported by itself, and a second time books nothing twice", async () => {
    const seller = await sellerWith({ source_key: "web-shop" });
    await drop(`${folderOf(seller)}/october.tsv`, REPORT.bytes);
    const [first] = await importsOf(seller, 1);
    const { rows, events, excluded } = REPORT.sums;
    expect(first).toMatchObject({
      status: "completed",
      format: "amazon_avtr",
      source_id: "web-shop",
      file_name: "october.tsv",
      counts: { rows, committed: events, excluded, duplicate: 0, rejected: 0 },
      countries: countriesOf(REPORT.sums),
    });
    await drop(`${folderOf(seller)}/again/october.tsv`, REPORT.bytes);
    const again = named(await importsOf(seller, 2), "again/october.tsv");
    expect(again).toMatchObject([
      { status: "completed", counts: { rows, committed: 0, duplicate: events } },
    ]);
  });

  it("that cannot be imported is a failed import with a notice, and does not stop later files", async () => {
    const drop_folder = { format: "shopify_json", settings: { supply_kind: "goods" } };
    const seller = await sellerWith(
      { source_key: "web-shop" },
      { source_key: "shopify", drop_folder },
      { source_key: "lines", drop_folder: { format: "no_format" } },
    );
    const at = folderOf(seller);
    await drop(`${at}/prices.csv`, WITHOUT_ORDERS);
    await drop(`${at}/export.zip`, "PK\x03\x04");
    await drop(`${at}/empty.csv`, "");
    await drop(`${folderOf(seller, "other")}/report.tsv`, REPORT.bytes);
    await drop(`${folderOf(seller, "shopify")}/orders.json`, '{"orders": []}');
    await drop(`${folderOf(seller, "lines")}/report.tsv`, REPORT.bytes);
    await drop(`${at}/report.tsv`, REPORT.bytes);
    const found = await importsOf(seller, 7);
    const codes = found.map(({ file_name, status, error }) => [file_name, status, error?.code]);
    expect(new Set(codes.map((code) => JSON.stringify(code)))).toEqual(
      new Set(
        [
          ["prices.csv", "failed", "unknown_format"],
          ["export.zip", "failed", "compressed"],
          ["empty.csv", "failed", "empty_file"],
          ["report.tsv", "failed", "unknown_source"],
          ["orders.json", "failed", "invalid_settings"],
          ["report.tsv", "failed", "invalid_settings"],
          ["report.tsv", "completed", undefined],
        ].map((one) => JSON.stringify(one)),
      ),
    );
    type NotificationList = { items: { kind: string; about: { import_id: string } }[] };
    const { body } = await call<NotificationList>(seller.readOnly, "GET", "/v1/notifications");
    const notified = body.items.map(({ kind, about }) => [kind, about.import_id]);
    const failed = found.filter(({ status }) => status === "failed");
    expect(new Set(notified)).toEqual(new Set(failed.map(({ id }) => ["import.failed", id])));
  });

  it("that lacks columns of a known report names them, as an upload does", async () => {
    const seller = await sellerWith({ source_key: "web-shop" });
    // Reports of 2020 had no scheme of the Union and no collection by a marketplace yet.
    const text = new TextDecoder().decode(REPORT.bytes);
    const older = text.replace("TAX_REPORTING_SCHEME", "OLD_1");
    await drop(
      `${folderOf(seller)}/2020.tsv`,
      older.replace("TAX_COLLECTION_RESPONSIBILITY", "OLD_2"),
    );
    const [{ error } = { error: undefined }] = await importsOf(seller, 1);
    expect(error).toMatchObject({
      code: "missing_columns",
      message: expect.stringMatching(
        /Amazon VAT Transactions.*: TAX_REPORTING_SCHEME, TAX_COLLECTION_RESPONSIBILITY\.$/,
      ),
    });
  });

  it("takes the countries that its format needs from the profile of the source", async () => {
    const seller = await sellerWith({ source_key: "web-shop", dispatch_country: "DE" });
    await drop(`${folderOf(seller)}/orders.json`, sampleBytes("woocommerce-orders.json"));
    const [found] = await importsOf(seller, 1);
    expect(found).toMatchObject({ status: "completed", settings: { dispatch_country: "DE" } });
  });

  it("that is half written fails as a whole, or leaves out the row that is cut", async () => {
    const seller = await sellerWith({ source_key: "web-shop" });
    await drop(`${folderOf(seller)}/half.ndjson`, JSON_EVENTS);
    const cut = REPORT.bytes.subarray(0, REPORT.bytes.length - 200);
    await drop(`${folderOf(seller)}/half.tsv`, cut);
    const found = await importsOf(seller, 2);
    for (const { status, counts } of found) {
      expect(status === "failed" || counts.rejected + counts.unresolved > 0).toBe(true);
    }
  });
});

describe("a message of a dropped file", () => {
  it("that comes twice makes one import, which goes on if its own message was lost", async () => {
    const seller = await sellerWith({ source_key: "web-shop" });
    const dropped = await drop(`${folderOf(seller)}/report.tsv`, REPORT.bytes);
    // In this process nobody reads the import, as after kill -9.
    await Promise.all([takeDrop(dropped, new Date()), takeDrop(dropped, new Date())]);
    await takeDrop(dropped, new Date());
    expect(await listImportJobs(seller.account, 10)).toHaveLength(1);
    const [only, ...others] = await importsOf(seller, 1);
    expect(only).toMatchObject({ status: "completed", counts: { duplicate: 0 } });
    expect(others).toEqual([]);
  });

  it("of a file that was replaced, or is too large, becomes an import that says so", async () => {
    const seller = await sellerWith({ source_key: "web-shop" });
    const { time, detail } = await drop(`${folderOf(seller)}/report.tsv`, REPORT.bytes);
    const { object } = detail;
    const replaced = { ...object, etag: "0123", sequencer: "1" };
    await takeDrop({ time, detail: { object: replaced } }, new Date());
    const large = { ...object, size: 1_000_000_001, sequencer: "2" };
    await takeDrop({ time, detail: { object: large } }, new Date());
    const codes = (await importsOf(seller, 3)).map(({ error }) => error?.code ?? null);
    expect(new Set(codes)).toEqual(new Set(["file_replaced", "file_too_large", null]));
  });

  it("of a suspended account books nothing before a retry; of no account it is ignored", async () => {
    const seller = await sellerWith({ source_key: "web-shop" });
    await setAccountState(seller.account, "suspended", new Date());
    await takeDrop(await drop(`${folderOf(seller)}/report.tsv`, REPORT.bytes), new Date());
    expect(await listImportJobs(seller.account, 10)).toMatchObject([
      { state: "failed", error: { code: "account_stopped" } },
    ]);
    await setAccountState(seller.account, undefined, new Date());
    const [{ id }] = (await importsOf(seller, 1)) as [ImportView];
    await controlled(seller, id, "retry");
    expect(await overImport(seller, id)).toMatchObject({ status: "completed" });
    for (const key of ["drop/nobody/shop/a.csv", "drop/../shop/a.csv", "drop/a.csv"]) {
      const object = { key, size: 1, etag: "1", sequencer: "" };
      await takeDrop({ time: new Date().toISOString(), detail: { object } }, new Date());
      expect(await listImportJobs("nobody" as LedgerId, 10)).toEqual([]);
    }
  });
});
