import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { DomainError } from "../../../../shared/core/errors/errors.ts";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import type { CommitTransaction } from "../../../../shared/ledger/calculate/commit-transaction.ts";
import type { Transaction } from "../../../../shared/ledger/calculate/transaction-schema.ts";
import { makeTransaction } from "../../../make/transaction.ts";
import { seedOf, soakLength } from "../../../stack/soak.ts";
import { unreliableEngine } from "../../../stack/unreliable-engine.ts";

/*
 * A name, the parts that it stands for and what waits under it are written one after the other, and any
 * of these writes may conflict, be throttled, or be carried out while its answer is lost.
 */
const SEED = seedOf(20_261_122);
const ORDERS = soakLength("ROUNDS", 100);
const SHARES = { conflict: 0.15, throttle: 0.05, lost_answer: 0.1 };
const TODAY = "2025-08-01" as IsoDate;

const engine = unreliableEngine(SHARES, SEED);

const line = (vat_rate_bps: number, net: number) => ({
  vat_rate_bps,
  rate_category: vat_rate_bps === 1_900 ? ("standard" as const) : ("reduced" as const),
  net_amount_minor: net,
  vat_amount_minor: (net * vat_rate_bps) / 10_000,
  gross_amount_minor: net + (net * vat_rate_bps) / 10_000,
});

/** Books at 7 % and a lamp at 19 %, `part` of EUR 10.00 and 20.00. */
function basket(transaction_id: string, part: number): Transaction {
  const lines = [line(700, 1_000 * part), line(1_900, 2_000 * part)];
  const sum = lines.reduce((total, { gross_amount_minor }) => total + gross_amount_minor, 0);
  return makeTransaction({ transaction_id, lines, vat_rate_bps: null, gross_amount_minor: sum });
}

test("every refund is linked to the part of its rate while transactions fail", async () => {
  const { newTransactionId, saveTransaction } = await import(
    "../../../../shared/ledger/calculate/store-transactions.ts"
  );
  const { commitTransaction } = await import(
    "../../../../shared/ledger/calculate/commit-transaction.ts"
  );
  const { loadOriginal } = await import("../../../../shared/ledger/calculate/load-original.ts");
  const { auditOf } = await import("../../../stack/audit.ts");
  const { loadEventStates } = await import("../../../../shared/ledger/events/store-events.ts");
  const { eventsOf } = await import("../../../../shared/ledger/calculate/commit-transaction.ts");
  const account = `faults-${randomUUID()}` as LedgerId;

  /** Sent again until it gets through, as a client does that is told to. */
  async function book(part: number, body: CommitTransaction): Promise<void> {
    const transaction = basket(newTransactionId(new Date()), part);
    await saveTransaction(account, transaction, TODAY);
    for (let n = 0; ; n += 1) {
      try {
        const original = await loadOriginal(account, transaction, body);
        const events = eventsOf(transaction, body, TODAY, original);
        const booking = { transaction, event_id: body.event_id, events };
        await commitTransaction(account, booking, new Date(), {});
        return;
      } catch (error) {
        const mayRepeat = error instanceof DomainError && error.code === "not_ready";
        if (!mayRepeat || n === 20) throw error;
      }
    }
  }

  const goods = { supply_kind: "goods" } as const;
  const orders = Array.from({ length: ORDERS }, (_, n) => n);
  const sales = orders.map((n) => {
    const body = { ...goods, event_id: `s${n}`, event_type: "sale", dispatch_country: "SE" };
    return () => book(1, body as CommitTransaction);
  });
  const refunds = orders.map((n) => {
    const body = { ...goods, event_id: `r${n}`, event_type: "refund", original_event_id: `s${n}` };
    return () => book(-0.5, body as CommitTransaction);
  });
  for (const n of orders) {
    const pair = [sales[n], refunds[n]];
    await Promise.all((n % 2 ? pair : pair.toReversed()).map((one) => one?.()));
  }

  const parts = orders.flatMap((n) => [`r${n}-1900`, `r${n}-700`] as EventId[]);
  const slots = await loadEventStates(account, parts);
  expect(parts.filter((id) => slots.get(id)?.event?.link?.status !== "linked")).toEqual([]);
  expect(await auditOf(account)).toMatchObject({
    events: 4 * ORDERS,
    differences: [],
    stale_links: [],
  });
  expect(engine.proxy.injected.conflict).toBeGreaterThanOrEqual(6);
  expect(engine.proxy.injected.throttle).toBeGreaterThanOrEqual(2);
  expect(engine.proxy.injected.lost_answer).toBeGreaterThanOrEqual(4);
});
