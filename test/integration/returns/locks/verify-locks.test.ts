import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeAll, describe, expect, inject, it, test } from "vitest";
import type { LedgerId, PeriodKey } from "../../../../shared/core/ids.ts";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { bucketName, s3 } from "../../../../shared/platform/s3/client.ts";
import type { Key } from "../../../../shared/platform/table/keys.ts";
import { lockChainKey, lockKey } from "../../../../shared/platform/table/periods.ts";
import { loadLocksOf, snapshotSha256 } from "../../../../shared/returns/locks/store-locks.ts";
import type { Account } from "../../../stack/api.ts";
import { locksVerified } from "../../../stack/audit.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { eachNth } from "../../../stack/soak.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { keepLocks } from "./kept-locks.ts";
import { locked, postFiled, sale, sellerWith } from "./locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const folder = temporaryFolder();
const PERIODS = ["2025-Q3", "2025-Q1", "2025-Q2"];
let seller: Account;

const verify = (account: LedgerId) =>
  runCommand(
    "scripts/operate/verify-locks.ts",
    ["--account", account],
    folder,
    inject("stack").env,
  );

async function itemAt(key: Key): Promise<Record<string, unknown>> {
  const { Item } = await dynamo.send(new GetCommand({ TableName: tableName(), Key: key }));
  if (!Item) throw new Error(`nothing at ${key.sk}`);
  return Item;
}

/** The seller's first registration makes all of the returns. */
const keyOf = (period_key: string): Key =>
  lockKey(seller.account, {
    scheme_type: "union_oss",
    period_key: period_key as PeriodKey,
    registration_id: 1,
  });

const put = (item: Record<string, unknown>) =>
  dynamo.send(new PutCommand({ TableName: tableName(), Item: item }));

const remove = (key: Key) => dynamo.send(new DeleteCommand({ TableName: tableName(), Key: key }));

const faults = async () => (await auditLocks(seller.account)).faults;

async function exportOf(period: string, n: number) {
  const [lock] = await loadLocksOf(seller.account, "union_oss", period as PeriodKey);
  const found = lock?.exports[n];
  if (!found) throw new Error(`${period} has no export ${n}`);
  return found;
}

let putBack: () => Promise<void>;

beforeAll(async () => {
  seller = await sellerWith(sale());
  for (const period of PERIODS) await locked(seller, period);
  await postFiled(seller, "2025-Q3", { filing_reference: "SE/1" });
  putBack = await keepLocks(seller.account);
});
afterEach(() => putBack());

describe("npm run verify-locks", () => {
  it("finds nothing wrong with locked quarters, locked in any order, filed or not", async () => {
    expect(await locksVerified(seller.account)).toEqual({
      code: 0,
      stdout: "3 locked quarters with 18 files, 0 files of records, 0 mismatches\n",
    });
  });

  it("names a file that was changed, and exits 1", async () => {
    const { key, file_name } = await exportOf("2025-Q1", 3);
    await s3.send(new PutObjectCommand({ Bucket: bucketName(), Key: key, Body: "forged" }));
    const { code, stdout } = await verify(seller.account);
    const lines = stdout.trimEnd().split("\n");
    expect([code, lines.at(-1)]).toEqual([
      1,
      "3 locked quarters with 18 files, 0 files of records, 2 mismatches",
    ]);
    for (const line of lines.slice(0, -1))
      expect(line).toContain(`union_oss 2025-Q1 of registration 1: ${file_name} (${key})`);
  });
});

describe("the audit names", () => {
  it("a file that was changed and has its size, and one that is gone", async () => {
    const gone = await exportOf("2025-Q3", 0);
    const changed = await exportOf("2025-Q3", 1);
    const Body = "x".repeat(changed.size_bytes);
    await s3.send(new PutObjectCommand({ Bucket: bucketName(), Key: changed.key, Body }));
    await s3.send(new DeleteObjectCommand({ Bucket: bucketName(), Key: gone.key }));
    const name = "union_oss 2025-Q3 of registration 1";
    expect(await faults()).toEqual([
      `${name}: ${gone.file_name} (${gone.key}) is missing`,
      expect.stringMatching(`^${name}: ${changed.file_name} .* has SHA-256 `),
    ]);
  });

  const CHANGES: readonly [string, (item: Record<string, unknown>) => void][] = [
    ["an amount", (item) => Object.assign(item["totals"] as object, { payable_vat_minor: 1 })],
    [
      "an exchange rate",
      (item) => (item["exchange_rates"] as { rate: string }[])[0] && rateTo(item, "1"),
    ],
    ["the hash of a file", (item) => fileHashTo(item, "0".repeat(64))],
    ["the time of the lock", (item) => Object.assign(item, { locked_at: "2026-01-01T00:00:00Z" })],
    ["an attribute that was added", (item) => Object.assign(item, { note: "x" })],
  ];

  test.for(eachNth(5, CHANGES))("a snapshot with %s changed", async ([, change]) => {
    const item = await itemAt(keyOf("2025-Q1"));
    change(item);
    await put(item);
    expect(await faults()).toContainEqual(
      expect.stringMatching(
        /^union_oss 2025-Q1 of registration 1: the snapshot has SHA-256 \w+, it records \w+$/,
      ),
    );
  });

  it("a snapshot that was changed and hashed anew, by the one that was locked after it", async () => {
    const item = await itemAt(keyOf("2025-Q1"));
    item["filing_status_detail"] = "all is well";
    item["sha256"] = snapshotSha256(item);
    await put(item);
    expect(await faults()).toEqual([
      expect.stringMatching(
        /^union_oss 2025-Q1 of registration 1: the snapshot has SHA-256 \w+, union_oss 2025-Q2 of registration 1 records \w+$/,
      ),
      ...notItsFile("2025-Q1"),
    ]);
  });

  it("the last snapshot, changed and hashed anew, by the head of the chain", async () => {
    const item = await itemAt(keyOf("2025-Q2"));
    item["filing_status_detail"] = "all is well";
    item["sha256"] = snapshotSha256(item);
    await put(item);
    expect(await faults()).toEqual([
      expect.stringMatching(
        /^union_oss 2025-Q2 of registration 1: the snapshot has SHA-256 \w+, the head of the chain records /,
      ),
      ...notItsFile("2025-Q2"),
    ]);
  });

  it("a snapshot that was removed, and what can no longer be reached", async () => {
    await remove(keyOf("2025-Q1"));
    expect(await faults()).toEqual([
      "union_oss 2025-Q1 of registration 1: the snapshot is missing, though union_oss 2025-Q2 of registration 1 refers to it",
      "union_oss 2025-Q3 of registration 1: the chain does not lead to it",
      "the head of the chain counts 3 locked periods, there are 2",
      expect.stringMatching(/^union_oss 2025-Q1 of registration 1: was locked with SHA-256 /),
    ]);
  });

  itInTurn("a snapshot put in the place of another quarter's", async () => {
    const item = await itemAt(keyOf("2025-Q1"));
    await put({ ...item, ...keyOf("2024-Q1") });
    expect(await faults()).toContain(
      "LOCK#union_oss#2024-Q1#1: the snapshot is that of union_oss 2025-Q1 of registration 1",
    );
  });

  it("a snapshot that cannot be read", async () => {
    const item = await itemAt(keyOf("2025-Q3"));
    await put({ ...item, totals: "none" });
    expect(await faults()).toContain("LOCK#union_oss#2025-Q3#1: the snapshot cannot be read");
  });

  it("a chain without its head", async () => {
    await remove(lockChainKey(seller.account));
    expect(await faults()).toEqual([
      ...["2025-Q1", "2025-Q2", "2025-Q3"].map(
        (period) => `union_oss ${period} of registration 1: the chain does not lead to it`,
      ),
      "the head of the chain counts 0 locked periods, there are 3",
    ]);
  });

  function notItsFile(period: string) {
    const name = `union_oss ${period} of registration 1`;
    return [
      expect.stringMatching(
        `^${name}: was locked with SHA-256 \\w+, and the table has no such lock$`,
      ),
      expect.stringMatching(`^${name}: its snapshot, SHA-256 \\w+, is in no file$`),
    ];
  }
  function rateTo(item: Record<string, unknown>, rate: string) {
    Object.assign((item["exchange_rates"] as object[])[0] as object, { rate });
  }
  function fileHashTo(item: Record<string, unknown>, sha256: string) {
    Object.assign((item["exports"] as object[])[0] as object, { sha256 });
  }
});
