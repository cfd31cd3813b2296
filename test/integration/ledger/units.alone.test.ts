import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fillLedger } from "../../../scripts/bench/fill.ts";
import { unitsOf as unitsOfCalls } from "../../../scripts/bench/harness/call-counter.ts";
import { rowsOf, saleOf, seeded } from "../../../scripts/bench/ledgers.ts";
import type { IsoDate } from "../../../shared/core/calendar/iso-date.ts";
import { type Period, quarterOf } from "../../../shared/core/calendar/period.ts";
import { commitEvents } from "../../../shared/ledger/commit/commit-events.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { loadReturn } from "../../../shared/returns/load/load-return.ts";
import { loadShownReturn } from "../../../shared/returns/locks/load-shown-return.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";

/*
 * What is paid to DynamoDB for, as the engine counts it. The table of costs in docs/operations.md states
 * these figures; whoever changes one changes them.
 */
const IN_QUARTER = "2026-08-14" as IsoDate;
const BEFORE = "2025-08-14" as IsoDate;

/** Before the imports above, so that the client of the table calls through the counter. */
const counter = await vi.hoisted(async () => {
  const { startCallCounter } = await import("../../../scripts/bench/harness/call-counter.ts");
  return startCallCounter();
});
let seller: Account;

beforeAll(async () => {
  // A period costs more once it is over, and the clock must not decide on that.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-08-15T12:00:00Z") });
  seller = await newSeller();
  // The first event of a month also notes that it is one.
  await commitAll([saleOn(IN_QUARTER, "first"), saleOn(BEFORE, "first-before")]);
});
afterAll(() => {
  vi.useRealTimers();
  counter.end();
});

const commitAll = (events: readonly NewEvent[]) => commitEvents(seller.account, events, new Date());

async function unitsOf(events: readonly NewEvent[]): Promise<{ read: number; write: number }> {
  counter.take();
  await commitAll(events);
  return unitsOfCalls(counter.take());
}

const saleOn = (supply_date: IsoDate, event_id: string): NewEvent =>
  makeSale({ event_id, supply_date });

const refundOn = (supply_date: IsoDate, event_id: string, original_event_id: string): NewEvent =>
  makeRefund({ event_id, supply_date, original_event_id });

describe("committing costs", () => {
  it.for([
    ["a sale alone", [saleOn(IN_QUARTER, "a")], 7],
    ["a sale of a period that is over", [saleOn(BEFORE, "b")], 9],
    ["a refund alone", [refundOn(IN_QUARTER, "c", "first")], 9],
    ["a sale that is there", [saleOn(IN_QUARTER, "first")], 0],
  ] as const)("%s", async ([, events, write]) => {
    expect(await unitsOf(events)).toMatchObject({ write });
  });

  it("a sale in a batch of 500", async () => {
    const dice = seeded(1);
    const batch = Array.from({ length: 500 }, (_, n) => ({
      ...saleOf("shop", n, dice),
      event_id: `batch-${n}`,
      supply_date: `2026-08-${n % 2 ? "13" : "14"}` as never,
    }));
    const { read, write } = await unitsOf(batch);
    expect(write).toBe(1_662);
    expect(read / 500).toBeLessThanOrEqual(1.05);
  });
});

describe("what is read before a decision comes in one call", () => {
  const [GET, WRITE] = ["BatchGetItem", "TransactWriteItems"];
  const namesOf = async (work: () => Promise<unknown>) => {
    counter.take();
    await work();
    return counter
      .take()
      .map(({ name }) => name)
      .sort();
  };

  it.for([
    ["a sale", saleOn(IN_QUARTER, "e"), []],
    // A source is also counted.
    [
      "a sale that names its source",
      { ...saleOn(IN_QUARTER, "f"), source_id: "a" },
      ["UpdateItem"],
    ],
    ["a refund and its sale", refundOn(IN_QUARTER, "g", "first"), []],
  ] as const)("of %s", async ([, event, beside]) => {
    expect(await namesOf(() => commitAll([event]))).toEqual([GET, WRITE, ...beside]);
  });

  it("of a summary, whose sums and marks are one call each", async () => {
    const quarter = quarterOf("2026-Q3");
    if (!quarter) throw new RangeError("2026-Q3");
    const calls = await namesOf(() => loadReturn(seller.account, UNION_OSS, quarter));
    expect(calls).toEqual([GET, "Query", "Query"]);
  });

  it("of a view, which reads a lock only where the marks tell of one", async () => {
    const request = { scheme: UNION_OSS, registration_id: undefined };
    const calls = (key: string) =>
      namesOf(() =>
        loadShownReturn(seller.account, { ...request, period: quarterOf(key) as Period }),
      );
    const open = await calls("2026-Q2");
    expect(open).toEqual([GET, "GetItem", "Query", "Query"].sort());
    const path = "/v1/reports/locked-return-periods/union-oss?period=2026-Q2";
    expect((await call(seller.full, "POST", path)).status).toBe(201);
    expect(await calls("2026-Q2")).toEqual([...open, "Query"].sort());
  });
});

it("a summary of 104 rows costs 6 read units where writers have not met", async () => {
  const { account } = await newAccount("units");
  await fillLedger(account, "shop", rowsOf("shop").length, { evenly: true });
  const quarter = quarterOf("2025-Q3");
  if (!quarter) throw new RangeError("2025-Q3");
  counter.take();
  const { sums } = await loadReturn(account, UNION_OSS, quarter);
  expect(sums.filter(({ key }) => key.startsWith("line"))).toHaveLength(104);
  // One more than the bench counts: each sum's key has the name of the account, which is longer here.
  expect(unitsOfCalls(counter.take())).toEqual({ read: 6, write: 0 });
});
