import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeEach, expect, it } from "vitest";
import type { AuthorId } from "../../../../shared/core/ids.ts";
import { RecordsRequest } from "../../../../shared/ledger/supply-records/schema.ts";
import { loadNewestRecordsJobs } from "../../../../shared/ledger/supply-records/store-records-jobs.ts";
import { requestRecords } from "../../../../shared/ledger/supply-records/write-records.ts";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import { bucketName, s3 } from "../../../../shared/platform/s3/client.ts";
import { makeSale } from "../../../make/supply-event.ts";
import type { Account } from "../../../stack/api.ts";
import { committed, newSeller } from "../../../stack/seller.ts";
import { settleRecords } from "../../../stack/settle.ts";

/*
 * npm run verify-locks hashes the files of records, which no lock names. They are requested and written by this process
 * alone: a worker of the stack that writes them as well would put a file back that the test has removed.
 */
let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
  await committed(seller, makeSale());
  const asked = RecordsRequest.parse({ from: "2025-07-01", to: "2025-09-30" });
  await requestRecords(seller.account, asked, {
    author: "0123456789abcdef" as AuthorId,
    now: new Date(),
  });
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
