import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { IsoDate } from "../../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../../shared/core/ids.ts";
import type { CalculationItem } from "../../../../../shared/ledger/calculate/schema.ts";
import { BUILT_IN_RATES } from "../../../../make/built-in-rates.ts";
import { seedOf, soakLength } from "../../../../stack/soak.ts";
import { unreliableEngine } from "../../../../stack/unreliable-engine.ts";

/*
 * A batch keeps calculations in several transactions and books their events after them. Each may
 * conflict, be throttled, or be carried out while its answer is lost; and a request that was broken
 * off is sent again.
 */
const SEED = seedOf(20_261_122);
/** Whole batches, a third of them of two rates; one page lists them all. */
const ORDERS = 3 * Math.min(66, soakLength("ROUNDS", 60));
const ORDERS_PER_BATCH = 3;
const SHARES = { conflict: 0.2, throttle: 0.05, lost_answer: 0.15 };
const TODAY = "2025-08-01" as IsoDate;

const engine = unreliableEngine(SHARES, SEED);

const itemOf = (n: number) =>
  ({
    country: "DE",
    currency: "EUR",
    price_includes_vat: true,
    transaction_date: TODAY,
    lines: [
      { tax_class_id: "standard", gross_amount_minor: 1_190 },
      ...(n % 3 ? [] : [{ tax_class_id: "books", gross_amount_minor: 1_070 }]),
    ],
    commit: {
      event_id: `o-${n}`,
      event_type: "sale",
      supply_kind: "goods",
      dispatch_country: "SE",
    },
  }) as CalculationItem;

test("every order of a batch is calculated, counted and booked once while transactions fail", async () => {
  const { calculateBatch } = await import(
    "../../../../../shared/ledger/calculate/calculate-batch.ts"
  );
  const { auditOf } = await import("../../../../stack/audit.ts");
  const { listTransactions } = await import(
    "../../../../../shared/ledger/calculate/store-transactions.ts"
  );
  const { loadSourceTags } = await import("../../../../../shared/accounts/store-sources.ts");
  const { loadEventStates } = await import("../../../../../shared/ledger/events/store-events.ts");
  const account = `batch-${randomUUID()}` as LedgerId;
  const request = {
    ledger: account,
    rates: BUILT_IN_RATES,
    sourceTag: "shop",
    now: new Date(),
    today: TODAY,
  };
  const items = Array.from({ length: ORDERS }, (_, n) => itemOf(n));
  const sent = async () => {
    const answers: Awaited<ReturnType<typeof calculateBatch>> = [];
    for (let at = 0; at < ORDERS; at += ORDERS_PER_BATCH) {
      answers.push(...(await calculateBatch(items.slice(at, at + ORDERS_PER_BATCH), request)));
    }
    return answers;
  };
  const first = await sent();
  expect(await sent()).toMatchObject(first.map(({ transaction }) => ({ transaction })));

  const { items: stored } = await listTransactions(
    account,
    { from: TODAY, to: TODAY },
    { limit: 200 },
  );
  expect(stored).toHaveLength(ORDERS);
  expect(await loadSourceTags(account)).toMatchObject([{ transaction_count: ORDERS }]);
  const ids = first.flatMap(({ events }) => (events ?? []).map(({ event_id }) => event_id));
  expect(new Set(ids).size).toBe(ORDERS + ORDERS / 3);
  const slots = await loadEventStates(account, ids);
  expect([...slots.values()].every(({ event }) => event)).toBe(true);
  expect(await auditOf(account)).toMatchObject({ differences: [] });
  expect(engine.proxy.injected.conflict).toBeGreaterThan(0);
  expect(engine.proxy.injected.lost_answer).toBeGreaterThan(0);
});
