import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fillLedger } from "../../../scripts/bench/fill.ts";
import { unitsOf as unitsOfCalls } from "../../../scripts/bench/harness/call-counter.ts";
import { rowsOf, saleOf } from "../../../scripts/bench/ledgers.ts";
import { seeded } from "../../../scripts/demo/dice.ts";
import { type IsoDate, type Period, quarterOf } from "../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import { commitEvents } from "../../../shared/ledger/commit/commit-events.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { saveOrderNames } from "../../../shared/ledger/order-names/store-order-names.ts";
import { refundSale } from "../../../shared/ledger/refunds/refund-sale.ts";
import { dynamo, queryAll } from "../../../shared/platform/dynamodb/client.ts";
import { sumsOfPartition } from "../../../shared/platform/table/keys.ts";
import { loadReturnBridge } from "../../../shared/returns/bridge/bridge-view.ts";
import { SourceEventsQuery } from "../../../shared/returns/drill-down/drill-down.ts";
import { listSourceEvents } from "../../../shared/returns/drill-down/list-source-events.ts";
import { loadReturn } from "../../../shared/returns/load/load-return.ts";
import { findDeclared } from "../../../shared/returns/locks/find-declared.ts";
import { loadReturnView } from "../../../shared/returns/locks/return-view.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import { makeRefund, makeSale, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { countTurns } from "../../stack/count-turns.ts";
import { newSeller } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

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

const commitAll = (events: readonly SentEvent[]) =>
  commitEvents(seller.account, events as readonly NewEvent[], new Date(), { findDeclared });

async function unitsOf(events: readonly SentEvent[]): Promise<{ read: number; write: number }> {
  counter.take();
  await commitAll(events);
  return unitsOfCalls(counter.take());
}

const saleOn = (supply_date: IsoDate, event_id: string): SentEvent =>
  makeSale({ event_id, supply_date });

const refundOn = (supply_date: IsoDate, event_id: string, original_event_id: string): SentEvent =>
  makeRefund({ event_id, supply_date, original_event_id });

const toBusiness = (supply_date: IsoDate, event_id: string): SentEvent =>
  makeSale({ event_id, supply_date, customer_type: "b2b", vat_amount_minor: 0, vat_rate_bps: 0 });

const inReview = (event_id: string): SentEvent =>
  makeSale({ event_id, supply_date: IN_QUARTER, classification_status: "needs_review" });

/** A refund of the first sale that leaves kind and currency to it. */
function bareRefund(event_id: string): SentEvent {
  const { supply_kind, currency, ...refund } = refundOn(IN_QUARTER, event_id, "first");
  return refund as SentEvent;
}

describe("committing costs", () => {
  it.for([
    ["a sale alone", [saleOn(IN_QUARTER, "a")], 7],
    ["a sale of a period that is over", [saleOn(BEFORE, "b")], 9],
    ["a refund alone", [refundOn(IN_QUARTER, "c", "first")], 9],
    ["a refund that leaves kind and currency to its sale", [bareRefund("c2")], 9],
    ["a sale that is there", [saleOn(IN_QUARTER, "first")], 0],
    // One sum more than a sale to a business had, and no more of a period that is over.
    ["a sale to a business, which no return has", [toBusiness(IN_QUARTER, "d")], 7],
    ["a sale to a business of a period that is over", [toBusiness(BEFORE, "d2")], 9],
    ["a sale in review, which may count towards the threshold", [inReview("d3")], 9],
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

it("naming orders costs two write units each, and nothing when they are named", async () => {
  const said = Array.from({ length: 100 }, (_, n) => ({
    order_id: `500000000${1000 + n}`,
    name: `#${1000 + n}`,
    event_ids: [`shop:500000000${1000 + n}:goods:1900` as EventId],
  }));
  const costs = async () => {
    counter.take();
    await saveOrderNames(seller.account, "shop", said);
    return unitsOfCalls(counter.take());
  };
  expect(await costs()).toMatchObject({ write: 200 });
  expect(await costs()).toMatchObject({ write: 0 });
});

describe("a refund by the amount", () => {
  const refunded = async (order: string, asked: object, { account } = seller) => {
    const id = `refund-${order}` as EventId;
    const common = { order: order as EventId, event_id: id, supply_date: IN_QUARTER };
    const now = { now: new Date(), dry_run: false };
    counter.take();
    const { items } = await refundSale(account, { ...common, ...asked }, now);
    const calls = counter.take();
    return { parts: items.length, names: calls.map(({ name }) => name), ...unitsOfCalls(calls) };
  };
  const [GET, WRITE] = ["BatchGetItem", "TransactWriteItems"];

  it("of a sale costs one call more than its commit", async () => {
    await commitAll([saleOn(IN_QUARTER, "refunded")]);
    expect(await refunded("refunded", { gross_amount_minor: 119 })).toMatchObject({
      parts: 1,
      names: [GET, GET, WRITE],
      write: 9,
    });
  });

  it("of an order of 15 rates is one transaction, and one of 16 is refused", async () => {
    const other = await newSeller();
    const commitOrder = async (order: string, rates: number) => {
      const lines = Array.from({ length: rates }, (_, n) => ({
        line_id: `line-${n}`,
        vat_rate_bps: 500 + 100 * n,
        gross_amount_minor: 10_000,
      }));
      const item = {
        country: "DE",
        currency: "EUR",
        price_includes_vat: true,
        transaction_date: BEFORE,
        lines,
        supply: { supply_kind: "goods", dispatch_country: "SE" },
        commit: { event_id: order, event_type: "sale" },
      };
      const { status } = await call(other.full, "POST", "/v1/vat/calculate", { items: [item] });
      expect(status).toBe(200);
    };
    await commitOrder("order-15", 15);
    const { parts, names } = await refunded("order-15", { in_full: true }, other);
    expect([parts, names.filter((name) => name === WRITE)]).toEqual([15, [WRITE]]);
    await commitOrder("order-16", 16);
    await expect(refunded("order-16", { in_full: true }, other)).rejects.toMatchObject({
      code: "invalid_request",
    });
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
    // The marks of a period that is over tell whether it is declared; they are read beside the write.
    ["a sale of a period that is over", saleOn(BEFORE, "e2"), ["Query"]],
    ["a refund and its sale", refundOn(IN_QUARTER, "g", "first"), []],
    ["a refund that leaves kind and currency to its sale", bareRefund("g2"), []],
  ] as const)("of %s", async ([, event, extra]) => {
    expect(await namesOf(() => commitAll([event]))).toEqual([GET, WRITE, ...extra].sort());
  });

  it("of a summary, whose sums and marks are one call each", async () => {
    const quarter = quarterOf("2026-Q3");
    if (!quarter) throw new RangeError("2026-Q3");
    const calls = await namesOf(() =>
      loadReturn(seller.account, { scheme: UNION_OSS, period: quarter }),
    );
    expect(calls).toEqual([GET, "Query", "Query"]);
  });

  it("of a view, which reads a lock only where the marks tell of one", async () => {
    const calls = (key: string) => {
      const request = { scheme: UNION_OSS, period: quarterOf(key) as Period };
      return namesOf(() => loadReturnView(seller.account, request, { figures: "declared" }));
    };
    const open = await calls("2026-Q2");
    expect(open).toEqual([GET, "GetItem", "Query", "Query"].sort());
    const path = "/v1/reports/locked-return-periods/union-oss?period=2026-Q2";
    expect((await call(seller.full, "POST", path)).status).toBe(201);
    expect(await calls("2026-Q2")).toEqual([...open, "Query"].sort());
  });
});

describe("calls one after another, after that of the key", () => {
  const turnsOf = async (work: () => Promise<unknown>) => (await countTurns(work)).turns;
  const salesOf = (name: string, count: number, dayOf: (n: number) => string) => {
    const dice = seeded(2);
    return Array.from({ length: count }, (_, n) => ({
      ...saleOf("shop", n, dice),
      event_id: `${name}-${n}` as EventId,
      supply_date: dayOf(n) as never,
    }));
  };
  const today = () => IN_QUARTER;

  it("are two for a sale, a refund and 20 sales", async () => {
    expect(await turnsOf(() => commitAll([saleOn(IN_QUARTER, "h")]))).toBe(2);
    expect(await turnsOf(() => commitAll([saleOn(BEFORE, "h2")]))).toBe(2);
    expect(await turnsOf(() => commitAll([refundOn(IN_QUARTER, "i", "first")]))).toBe(2);
    expect(await turnsOf(() => commitAll([bareRefund("i2")]))).toBe(2);
    expect(await turnsOf(() => commitAll(salesOf("few", 20, today)))).toBe(2);
  });

  it("are two for a summary, with the supplies of other schemes", async () => {
    const period = quarterOf("2026-Q3") as Period;
    const options = { figures: "current", unregistered: true } as const;
    const view = () => loadReturnView(seller.account, { scheme: UNION_OSS, period }, options);
    expect(await turnsOf(view)).toBe(2);
  });

  it("are three for 200 sales, of which two transactions are sent together", async () => {
    const sales = salesOf("many", 200, today);
    expect(await turnsOf(() => commitAll(sales))).toBe(3);
    // A repeated batch is read with one call for each hundred events, concurrently.
    expect(await turnsOf(() => commitAll(sales))).toBe(1);
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], faults: [] });
  });

  it("write two shards of a sum at most, however many transactions 500 sales take", async () => {
    const other = await newSeller();
    const sales = salesOf("five-hundred", 500, today);
    expect(await turnsOf(() => commitEvents(other.account, sales, new Date()))).toBeGreaterThan(3);
    const sums = await queryAll(sumsOfPartition(other.account, "y2026"));
    const shards = new Set(sums.map(({ sk }) => String(sk).split("#").at(-1)));
    expect(shards).toEqual(new Set(["0", "1"]));
  });

  it("are more for sales of many days, of which few sums get a second shard", async () => {
    const other = await newSeller();
    const day = (n: number) => `2026-08-${String((n % 14) + 1).padStart(2, "0")}`;
    const sales = salesOf("days", 200, day);
    await commitEvents(other.account, sales.splice(0, 1), new Date());
    expect(await turnsOf(() => commitEvents(other.account, sales, new Date()))).toBe(4);
    const sums = await queryAll(sumsOfPartition(other.account, "y2026"));
    expect(sums.length).toBeGreaterThan(14);
    const second = sums.filter(({ sk }) => !String(sk).endsWith("#0"));
    expect(second.length).toBeLessThanOrEqual(8);
  });

  it.for(eachNth(2, [0, 1]))(
    "commit each sale once when transaction %i of two conflicts",
    async (failing) => {
      const sales = salesOf(`failing-${failing}`, 150, today);
      const send = dynamo.send.bind(dynamo) as (command: object) => Promise<never>;
      let sent = 0;
      const conflicting = (command: object) => {
        const fails = command instanceof TransactWriteCommand && sent++ === failing;
        return fails ? Promise.reject(cancelled()) : send(command);
      };
      Object.assign(dynamo, { send: conflicting });
      const items = await commitAll(sales).finally(() => Reflect.deleteProperty(dynamo, "send"));
      expect(new Set(items.map(({ status }) => status))).toEqual(new Set(["committed"]));
      expect(await auditOf(seller.account)).toMatchObject({ differences: [], faults: [] });
    },
  );

  const cancelled = () =>
    Object.assign(new Error("conflict"), {
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "TransactionConflict" }],
    });
});

describe("with 104 rows and excluded events of each treatment", () => {
  const period = quarterOf("2025-Q3") as Period;
  const request = { scheme: UNION_OSS, period };
  const unitsOfReading = async (work: () => Promise<unknown>) => {
    counter.take();
    await work();
    return unitsOfCalls(counter.take());
  };
  let other: Account;
  beforeAll(async () => {
    other = await newSeller("DE");
    await fillLedger(other.account, "shop", rowsOf("shop").length, { evenly: true });
    const day = "2025-08-14" as IsoDate;
    const left = [
      toBusiness(day, "unit-business"),
      makeSale({ event_id: "unit-export", supply_date: day, consumption_country: "CH" }),
      makeSale({
        event_id: "unit-review",
        supply_date: day,
        classification_status: "needs_review",
      }),
    ];
    await commitEvents(other.account, left as unknown as readonly NewEvent[], new Date());
  });
  const bridge = () => loadReturnBridge(other.account, request, new Date());
  const pageOf = (query: object) => () =>
    listSourceEvents(other.account, request, SourceEventsQuery.parse({ limit: "50", ...query }));

  it("the bridge of an open return costs 9 read units", async () => {
    expect(await unitsOfReading(bridge)).toEqual({ read: 9, write: 0 });
  });

  it.for([
    ["a line of the bridge", { warning: "classification_excluded", treatment: "export" }, 17],
    ["a row", { part: "rows", member_state_of_consumption: "FR" }, 19],
  ] as const)("the first page of events of %s costs few", async ([, query, read]) => {
    expect(await unitsOfReading(pageOf(query))).toEqual({ read, write: 0 });
  });

  it("the bridge of a locked return costs 13, because its sums are compared with the lock", async () => {
    const path = "/v1/reports/locked-return-periods/union-oss?period=2025-Q3";
    expect((await call(other.full, "POST", path)).status).toBe(201);
    expect(await unitsOfReading(bridge)).toEqual({ read: 13, write: 0 });
  });
});

it("a summary of 104 rows costs 6 read units where writers have not met", async () => {
  const { account } = await newAccount("units");
  await fillLedger(account, "shop", rowsOf("shop").length, { evenly: true });
  const quarter = quarterOf("2025-Q3");
  if (!quarter) throw new RangeError("2025-Q3");
  counter.take();
  const request = { scheme: UNION_OSS, period: quarter };
  const { sums } = (await loadReturn(account, request)).input;
  expect(sums.filter(({ key }) => key.startsWith("line"))).toHaveLength(104);
  // One more than the bench counts: each sum's key has the name of the account, which is longer here.
  expect(unitsOfCalls(counter.take())).toEqual({ read: 6, write: 0 });
});
