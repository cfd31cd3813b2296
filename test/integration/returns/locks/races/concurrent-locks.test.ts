import { expect, it } from "vitest";
import { auditLocks } from "../../../../../shared/operations/audit/audit-locks.ts";
import { retryOn503 } from "../../../../stack/retry-on-503.ts";
import { newSeller } from "../../../../stack/seller.ts";
import { lengthOf, soaking } from "../../../../stack/soak.ts";
import {
  current,
  download,
  listed,
  locked,
  postFiled,
  postLock,
  sale,
  sellerWith,
  withoutComparison,
} from "../locking.ts";

const times = <T>(n: number, action: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => action(i)));

const CLIENTS = lengthOf("ROUNDS", 4, 64);
const PERIODS = [...(soaking ? ["2024-Q3", "2024-Q4"] : []), "2025-Q1", "2025-Q2", "2025-Q3"];

it("of many concurrent locks of one quarter one succeeds, the others get a conflict, and one set of files counts", async () => {
  const seller = await sellerWith(sale());
  const answers = await times(CLIENTS, () => retryOn503(() => postLock(seller, "2025-Q3")));
  const won = answers.filter(({ status }) => status === 201);
  const lost = answers.filter(({ status }) => status === 409);
  // On a busy machine some are told to come again, perhaps the one whose lock it became.
  const fewest = answers.some(({ attempts }) => attempts > 1) ? 0 : 1;
  expect([fewest, 1]).toContain(won.length);
  expect(lost.length).toBe(CLIENTS - won.length);
  for (const { body } of lost) expect(body).toMatchObject({ error: "period_already_locked" });

  const view = withoutComparison(await current(seller, "2025-Q3"));
  for (const { body } of won) expect(view).toEqual(body);
  expect((await listed(seller)).items).toHaveLength(1);
  expect(view.exports).toHaveLength(6);
  for (const { id, size_bytes } of view.exports) {
    expect((await download(seller, id)).length).toBe(size_bytes);
  }
  expect(await auditLocks(seller.account)).toMatchObject({ locks: 1, exports: 6, faults: [] });
});

it("several quarters at once are all locked, one chained to the other", async () => {
  const seller = await sellerWith(sale());
  const locks = await Promise.all(
    PERIODS.map(async (period) => {
      const { status, attempts, text } = await retryOn503(() => postLock(seller, period));
      expect(attempts > 1 ? [201, 409] : [201], text).toContain(status);
      return current(seller, period);
    }),
  );
  const view = (await listed(seller)).items;
  expect(view.map((lock) => lock.period_key)).toEqual(PERIODS.toReversed());
  const previous = locks.map((lock) => lock.previous_sha256);
  const hashes = locks.map((lock) => lock.sha256);
  const last = hashes.filter((sha256) => !previous.includes(sha256));
  expect(last).toHaveLength(1);
  expect(previous.toSorted()).toEqual([null, ...hashes.filter((h) => h !== last[0])].toSorted());
  expect(await auditLocks(seller.account)).toMatchObject({
    locks: PERIODS.length,
    exports: 6 * PERIODS.length,
    faults: [],
  });
});

it("many filings at once: all answer with the one that was first", async () => {
  const seller = await newSeller();
  await locked(seller, "2025-Q3");
  const answers = await times(CLIENTS, (i) =>
    retryOn503(() => postFiled(seller, "2025-Q3", { filing_reference: `try ${i}` })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const records = answers.map(({ body }) => JSON.stringify(body.filed));
  expect(new Set(records).size).toBe(1);
  expect(JSON.stringify((await current(seller, "2025-Q3")).filed)).toBe(records[0]);
});
