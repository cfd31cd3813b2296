import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { makeTransaction } from "../../../make/transaction.ts";
import { unreliableEngine } from "../../../stack/unreliable-engine.ts";

/*
 * A calculation and the count of its source tag are one transaction, which on AWS may conflict, be
 * throttled, or be carried out while its answer is lost.
 */
const SEED = 20_261_204;
const CALCULATIONS = 40;
/** Of every twenty transactions 3, 1 and 2; each calculation is one at least. */
const SHARES = { conflict: 0.15, throttle: 0.05, lost_answer: 0.1 };
const TODAY = "2025-08-01" as IsoDate;

const engine = unreliableEngine(SHARES, SEED);

test("every calculation is kept once and counted once while transactions fail", async () => {
  const { newTransactionId, saveTransaction } = await import(
    "../../../../shared/ledger/calculate/store-transactions.ts"
  );
  const { listTransactions } = await import(
    "../../../../shared/ledger/calculate/store-transactions.ts"
  );
  const { loadSourceTags } = await import("../../../../shared/accounts/store-sources.ts");
  const account = `faults-${randomUUID()}` as LedgerId;
  const transactions = Array.from({ length: CALCULATIONS }, () =>
    makeTransaction({ transaction_id: newTransactionId(new Date()), source_id: "shop" }),
  );
  await Promise.all(
    transactions.map((transaction) => saveTransaction(account, transaction, TODAY)),
  );

  const range = { from: TODAY, to: TODAY };
  const { items } = await listTransactions(account, range, { limit: 200 });
  const ids = (all: readonly { readonly transaction_id: string }[]) =>
    all.map(({ transaction_id }) => transaction_id).sort();
  expect(ids(items)).toEqual(ids(transactions));
  expect(await loadSourceTags(account)).toMatchObject([
    { source_id: "shop", transaction_count: CALCULATIONS },
  ]);
  expect(engine.proxy.injected.conflict).toBeGreaterThanOrEqual(6);
  expect(engine.proxy.injected.throttle).toBeGreaterThanOrEqual(2);
  expect(engine.proxy.injected.lost_answer).toBeGreaterThanOrEqual(4);
});
