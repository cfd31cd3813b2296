import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { bucketName, s3 } from "../../../../shared/platform/s3/client.ts";
import type { Key } from "../../../../shared/platform/table/keys.ts";
import { lockChainKey, lockKey } from "../../../../shared/platform/table/periods.ts";
import { lockFileKey } from "../../../../shared/returns/locks/snapshot.ts";
import { snapshotSha256 } from "../../../../shared/returns/locks/store-locks.ts";
import type { Account } from "../../../stack/api.ts";
import { locksVerified } from "../../../stack/audit.ts";
import { eachNth } from "../../../stack/soak.ts";
import { type Item, itemAt, putItem, removeItem, rewrite } from "../../../stack/tampering.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { keepLocks } from "./kept-locks.ts";
import { locked, postFiled, sale, sellerWith } from "./locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * What npm run verify-locks finds when somebody who may write to the table, and knows how the service works, removes or
 * rewrites locks so that all that the table says fits together again.
 */
const [FIRST, SECOND] = ["2025-Q1", "2025-Q2"] as const;
let seller: Account;

let putBack: () => Promise<void>;

beforeAll(async () => {
  seller = await sellerWith(sale());
  await locked(seller, FIRST);
  await locked(seller, SECOND);
  await postFiled(seller, FIRST, { filing_reference: "SE/1", filed_at: "2025-04-20" });
  putBack = await keepLocks(seller.account);
});
afterEach(() => putBack());

const keyOf = (period_key: string): Key =>
  lockKey(seller.account, {
    scheme_type: "union_oss",
    period_key: period_key as PeriodKey,
    registration_id: 1,
  });
const head = () => lockChainKey(seller.account);
const nameOf = (period: string) => `union_oss ${period} of registration 1`;
const shaOf = async (period: string) => String((await itemAt(keyOf(period)))["sha256"]);

const removed = (period: string, sha256: string) =>
  `${nameOf(period)}: was locked with SHA-256 ${sha256}, and the table has no such lock`;

async function expectFound(...lines: string[]) {
  const { code, stdout } = await locksVerified(seller.account);
  expect(code).toBe(1);
  expect(stdout.trimEnd().split("\n").slice(0, -1).sort()).toEqual(lines.sort());
}

async function endChainAt(period: string, count: number): Promise<void> {
  const { scheme_type, period_key, registration_id, sha256 } = await itemAt(keyOf(period));
  await putItem({
    ...(await itemAt(head())),
    count,
    last: { scheme_type, period_key, registration_id, sha256 },
  });
}

/** Changes a snapshot, and hashes it anew. */
async function forge(period: string, change: (item: Item) => void): Promise<string> {
  await rewrite(keyOf(period), (item) => {
    change(item);
    item["sha256"] = snapshotSha256(item);
  });
  return shaOf(period);
}

describe("a table that fits together", () => {
  it("from which the last lock was cut, with a head to match", async () => {
    const sha256 = await shaOf(SECOND);
    await removeItem(keyOf(SECOND));
    await endChainAt(FIRST, 1);
    await expectFound(removed(SECOND, sha256));
  });

  itInTurn("in which the quarter was then locked anew", async () => {
    const sha256 = await shaOf(SECOND);
    await removeItem(keyOf(SECOND));
    await endChainAt(FIRST, 1);
    await locked(seller, SECOND);
    await expectFound(removed(SECOND, sha256));
  });

  it("whose last snapshot was rewritten, with a head to match", async () => {
    const before = await shaOf(SECOND);
    const forged = await forge(SECOND, (item) =>
      Object.assign(item["totals"] as Item, { payable_vat_minor: 1 }),
    );
    await endChainAt(SECOND, 2);
    await expectFound(
      removed(SECOND, before),
      `${nameOf(SECOND)}: its snapshot, SHA-256 ${forged}, is in no file`,
    );
  });

  itInTurn("whose whole chain was rewritten in another order", async () => {
    const before = [await shaOf(FIRST), await shaOf(SECOND)] as const;
    const second = await forge(SECOND, (item) => Object.assign(item, { previous: null }));
    const first = await forge(FIRST, (item) =>
      Object.assign(item, {
        previous: {
          scheme_type: "union_oss",
          period_key: SECOND,
          registration_id: 1,
          sha256: second,
        },
      }),
    );
    await endChainAt(FIRST, 2);
    await expectFound(
      removed(FIRST, before[0]),
      removed(SECOND, before[1]),
      `${nameOf(FIRST)}: its snapshot, SHA-256 ${first}, is in no file`,
      `${nameOf(FIRST)}: the record of its filing is 2025-04-20 SE/1, and is in no file`,
      `${nameOf(SECOND)}: its snapshot, SHA-256 ${second}, is in no file`,
    );
  });

  it("without any lock and head", async () => {
    const shas = [await shaOf(FIRST), await shaOf(SECOND)] as const;
    for (const key of [keyOf(FIRST), keyOf(SECOND), head()]) await removeItem(key);
    await expectFound(removed(FIRST, shas[0]), removed(SECOND, shas[1]));
  });
});

describe("a filing", () => {
  const CHANGES: readonly [string, (item: Item) => void, string][] = [
    [
      "with another reference",
      (item) => Object.assign(item["filed"] as Item, { filing_reference: "SE/2" }),
      "2025-04-20 SE/2, and is 2025-04-20 SE/1 in its file",
    ],
    [
      "by another key",
      (item) => Object.assign(item["filed"] as Item, { recorded_by: "somebody" }),
      "2025-04-20 SE/1, and is 2025-04-20 SE/1 in its file",
    ],
    ["taken away", (item) => delete item["filed"], "none, and is 2025-04-20 SE/1 in its file"],
  ];

  it.for(eachNth(3, CHANGES))("%s", async ([, change, fault]) => {
    await rewrite(keyOf(FIRST), change);
    await expectFound(`${nameOf(FIRST)}: the record of its filing is ${fault}`);
  });

  it("invented", async () => {
    await rewrite(keyOf(SECOND), (item) =>
      Object.assign(item, {
        filed: {
          filed_at: "2025-07-20",
          recorded_at: "2025-07-20T10:00:00.000Z",
          recorded_by: "k",
        },
      }),
    );
    await expectFound(
      `${nameOf(SECOND)}: the record of its filing is 2025-07-20 without reference, and is in no file`,
    );
  });
});

describe("a file", () => {
  const put = (Key: string, Body: string) =>
    s3.send(new PutObjectCommand({ Bucket: bucketName(), Key, Body }));
  const fileOf = async (period: string, kind: "snapshot" | "seal") => {
    const { scheme_type, period_key, sha256 } = await itemAt(keyOf(period));
    const lock = { scheme_type, period_key, sha256 } as Record<string, string>;
    return lockFileKey(seller.account, lock as Parameters<typeof lockFileKey>[1], kind);
  };

  it("of a snapshot, replaced", async () => {
    const Key = await fileOf(SECOND, "snapshot");
    await put(Key, JSON.stringify({ ...(await itemAt(keyOf(SECOND))), filing_status_detail: "x" }));
    await expectFound(
      `the snapshot file of ${await shaOf(SECOND)} does not hold what its name says`,
    );
  });

  itInTurn("of a snapshot, gone", async () => {
    const Key = await fileOf(SECOND, "snapshot");
    await s3.send(new DeleteObjectCommand({ Bucket: bucketName(), Key }));
    await expectFound(
      `${nameOf(SECOND)}: its snapshot, SHA-256 ${await shaOf(SECOND)}, is in no file`,
    );
  });

  it("of a failed attempt are reported, and are no fault", async () => {
    await put(`${seller.account}/union-oss/2024-Q4/${"0".repeat(64)}.csv`, "a;b");
    const { code, stdout } = await locksVerified(seller.account);
    expect([code, stdout]).toEqual([
      0,
      "union-oss 2024-Q4: 1 files of attempts to lock that came to nothing\n2 locked quarters with 12 files, 0 files of records, 0 mismatches\n",
    ]);
  });
});
