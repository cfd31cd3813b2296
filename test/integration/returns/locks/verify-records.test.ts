import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeEach, expect, it } from "vitest";
import { loadNewestRecordsJobs } from "../../../../shared/ledger/records/store-records-jobs.ts";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import { bucketName, s3 } from "../../../../shared/platform/s3/client.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { committed, newSeller } from "../../../stack/seller.ts";
import { settleRecords } from "../../../stack/settle.ts";

/* npm run verify-locks hashes the files of records, which no lock names. */
let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
  await committed(seller, makeSale());
  const asked = { from: "2025-07-01", to: "2025-09-30" };
  expect((await call(seller.full, "POST", "/v1/records", asked)).status).toBe(201);
  await settleRecords(seller.account);
});

async function firstFile() {
  const [job] = await loadNewestRecordsJobs(seller.account);
  const [file] = job?.files ?? [];
  if (!file) throw new Error("no records were written");
  return file;
}

it("finds nothing wrong with files as they were written", async () => {
  expect(await auditLocks(seller.account)).toMatchObject({ records: 2, faults: [] });
});

it("names a file that was overwritten, by its hash", async () => {
  const { key, sha256 } = await firstFile();
  await s3.send(new PutObjectCommand({ Bucket: bucketName(), Key: key, Body: "forged\n" }));
  const { faults } = await auditLocks(seller.account);
  expect(faults.join("\n")).toMatch(`its job records ${sha256}`);
});

it("names a file that is missing", async () => {
  const { key } = await firstFile();
  await s3.send(new DeleteObjectCommand({ Bucket: bucketName(), Key: key }));
  expect((await auditLocks(seller.account)).faults.join("\n")).toMatch(`(${key}) is missing`);
});
