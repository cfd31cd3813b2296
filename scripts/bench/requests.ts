import { randomUUID } from "node:crypto";
import { dayOf } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { seeded } from "../demo/dice.ts";
import { fillLedger } from "./fill.ts";
import type { GoalName } from "./goals.ts";
import { depthOf } from "./harness/call-counter.ts";
import { request } from "./harness/stack.ts";
import { type Bench, goalRow, type Row } from "./harness/subject.ts";
import { saleOf } from "./ledgers.ts";
import { PERIOD, summaryPath } from "./summaries.ts";

const EVENTS = 1_000;
/** Milliseconds for which each call of the table is held: far more than a request computes between two calls. */
const HELD_MS = 100;
const ROUNDS = 3;

const EVENTS_PATH = "/v1/supply-events";
/** A month of PERIOD. */
const MONTH = "2025-08";
const CALCULATION = {
  country: "DE",
  currency: "SEK",
  price_includes_vat: true,
  lines: [{ line_id: "1", tax_class_id: "standard", gross_amount_minor: 11_900 }],
  supply: { supply_kind: "goods", dispatch_country: "SE", customer_type: "b2c" },
};
const PAGE_PATH = `${EVENTS_PATH}?limit=20`;

/** A request whose calls are counted: the goal of its depth, that of its calls if it has one, and what to send. */
type Counted = {
  readonly what: string;
  readonly goal: GoalName;
  readonly calls?: GoalName;
  readonly path: string;
  readonly body?: () => object;
};

/** Makes the requests. Sales are of the current period; each refund is of one of `originals`, and whole. */
function countedRequests(originals: readonly object[]): Counted[] {
  const dice = seeded(2);
  const sales = (count: number) => () => ({ events: salesToday(count, dice) });
  const refunds = originals.values();
  const refund = () => {
    const original = refunds.next().value as { readonly event_id: string };
    const event_id = randomUUID();
    return { ...original, event_id, event_type: "refund", original_event_id: original.event_id };
  };
  return [
    { what: "a sale", goal: "requestDepth", calls: "fewCalls", path: EVENTS_PATH, body: sales(1) },
    { what: "a refund", goal: "requestDepth", calls: "fewCalls", path: EVENTS_PATH, body: refund },
    { what: "20 sales", goal: "requestDepth", path: EVENTS_PATH, body: sales(20) },
    { what: "200 sales", goal: "largeBatchDepth", path: EVENTS_PATH, body: sales(200) },
    { what: "a summary", goal: "requestDepth", calls: "summaryCalls", path: summaryPath() },
    { what: "an event", goal: "requestDepth", calls: "eventCalls", path: `${EVENTS_PATH}/sale-1` },
    {
      what: "a calculation of a place of supply",
      goal: "calculationDepth",
      calls: "calculationCalls",
      path: "/v1/vat/calculate",
      body: () => CALCULATION,
    },
    {
      what: "20 events of one month",
      goal: "pageDepth",
      calls: "monthPageCalls",
      path: `${PAGE_PATH}&period=${MONTH}`,
    },
    {
      what: "20 events of three months",
      goal: "pageDepth",
      calls: "pageCalls",
      path: `${PAGE_PATH}&period=${PERIOD}`,
    },
    { what: "20 events of all months", goal: "longPageDepth", path: PAGE_PATH },
    {
      what: `20 events of a source that none of ${EVENTS} has`,
      goal: "filteredPageDepth",
      path: `${PAGE_PATH}&source_id=none`,
    },
  ];
}

const salesToday = (count: number, dice: () => number) =>
  Array.from({ length: count }, () => ({
    ...saleOf("shop", 0, dice),
    event_id: randomUUID(),
    supply_date: dayOf(new Date()),
  }));

/** Counts the calls of the table that a warm request makes one after another, in an API whose calls are held. */
export async function measureDepth(bench: Bench): Promise<Row[]> {
  const key = await bench.newAccount("bench-depth");
  await fillLedger("bench-depth" as LedgerId, "shop", EVENTS);
  const url = await bench.startApiHere();
  const originals = salesToday(ROUNDS + 1, seeded(1));
  await request(url, key, EVENTS_PATH, { events: originals });
  const rows: Row[] = [];
  for (const { what, goal, path, body, ...goals } of countedRequests(originals)) {
    const send = () => request(url, key, path, body?.());
    await send();
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bench.takeCalls(HELD_MS);
      await send();
      const calls = bench.takeCalls();
      rounds.push({ depth: depthOf(calls), calls: calls.length });
    }
    // A busy machine can delay a call beyond later ones, but never makes a chain shorter.
    const [least] = rounds.sort((a, b) => a.depth - b.depth);
    const { depth = 0, calls = 0 } = least ?? {};
    const text = `${depth} (${calls} calls)`;
    rows.push(goalRow(goal, `${what}: calls of the table one after another`, depth, text));
    if (goals.calls) rows.push(goalRow(goals.calls, `${what}: calls of the table`, calls));
  }
  return rows;
}
