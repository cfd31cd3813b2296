import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { seeded } from "../../../../../scripts/demo/dice.ts";
import type { IsoDate } from "../../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../../shared/core/ids.ts";
import type { SqsBatch } from "../../../../../shared/platform/queues/queues.ts";
import { makeSale } from "../../../../make/supply-event.ts";
import { type FaultProxy, startFaultProxy } from "../../../../stack/fault-proxy.ts";
import { tableOfOwn } from "../../../../stack/table-of-own.ts";
import { diesFirst, isRefusedFirst, UnreliableBus } from "./unreliable-bus.ts";

/*
 * What happens to a deployed monitor some day: the table conflicts, throttles and loses answers; the
 * worker dies after its write, or after it has published; the bus refuses; a message is delivered
 * twice, at the same time. Whatever happens, a crossing is told once in the notifications and at
 * least once on the bus, always under the same id.
 */
const SEED = 20_261_120;
const ACCOUNTS = 1_000;
/** Of every twenty transactions two, one and one. */
const FAULTS = { conflict: 0.1, throttle: 0.05, lost_answer: 0.05 };
const AT_ONCE = 25;
const SEK_PER_EURO = 10;

const random = seeded(SEED);
const bus = new UnreliableBus();

/** Turnover in euro cents: the edges first, then anything up to one and a half times the threshold. */
const EDGES = [0, 899_999, 900_000, 999_999, 1_000_000, 1_000_001];
const amount = () => Math.floor(random() * 1_500_000);
const accounts = Array.from({ length: ACCOUNTS }, (_, n) => ({
  name: `shop-${String(n).padStart(4, "0")}` as LedgerId,
  this_year: EDGES[n] ?? amount(),
  last_year: n % 3 === 0 ? (EDGES[n / 3] ?? amount()) : 0,
  currency: n % 5 === 4 ? ("SEK" as const) : ("EUR" as const),
}));
type Shop = (typeof accounts)[number];

/** Worked out from the amounts alone. */
const expectedIds = ({ name, this_year, last_year }: Shop): string[] => [
  ...(last_year > 1_000_000 ? [`${name}-2025-exceeded`] : []),
  ...(this_year > 1_000_000 ? [`${name}-2026-exceeded`] : []),
  ...(this_year >= 900_000 && this_year <= 1_000_000 ? [`${name}-2026-warning`] : []),
];

let proxy: FaultProxy;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T20:00:00Z") });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await tableOfOwn();
  const engine = inject("stack").env["DYNAMODB_ENDPOINT"] as string;
  proxy = await startFaultProxy(engine, {}, seeded(SEED + 1));
  process.env["DYNAMODB_ENDPOINT"] = proxy.endpoint;
  await openShops();
  // Not before: their sales are not what is tested.
  proxy.inject(FAULTS);
}, 240_000);

afterAll(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await proxy.close();
});

async function openShops(): Promise<void> {
  const { ensureAccount } = await import("../../../../../shared/accounts/store-accounts.ts");
  const { storeEcbDays } = await import(
    "../../../../../shared/vat/exchange-rates/store-exchange-rates.ts"
  );
  const day = "2026-11-19" as IsoDate;
  await storeEcbDays([{ day, rates: { SEK: String(SEK_PER_EURO) } }], new Date());
  await inGroups(accounts, async (shop) => {
    await ensureAccount(shop.name, new Date());
    await sell(shop, "this-year", "2026-11-19", shop.this_year);
    await sell({ ...shop, currency: "EUR" as const }, "last-year", "2025-12-31", shop.last_year);
  });
}

async function sell({ name, currency }: Shop, event_id: string, day: string, cents: number) {
  if (cents === 0) return;
  const { commit } = await import("../../../../make/committed.ts");
  const taxable_amount_minor = currency === "SEK" ? cents * SEK_PER_EURO : cents;
  const supply_date = day as IsoDate;
  await commit(name, [makeSale({ event_id, supply_date, currency, taxable_amount_minor })]);
}

async function inGroups<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await Promise.all(all.slice(at, at + AT_ONCE).map(act));
  }
}

let deliveries = 0;
let deliveredTwice = 0;

/** A round of the monitor, with a queue that delivers every third batch to two workers at once. */
async function monitor() {
  const { monitorWorker } = await import(
    "../../../../../shared/returns/overview/monitor-account.ts"
  );
  const { enqueueAccounts } = await import("../../../../../shared/accounts/enqueue-accounts.ts");
  const { listen } = await import("../../../../../scripts/local/local-queues.ts");
  const check = monitorWorker(bus.publish);
  const worker = async (delivery: SqsBatch) => {
    const twice = deliveries % 3 === 0;
    deliveries += 1;
    if (twice) deliveredTwice += 1;
    const [report] = await Promise.all([check(delivery), ...(twice ? [check(delivery)] : [])]);
    return report as Awaited<ReturnType<typeof check>>;
  };
  await using closing = new AsyncDisposableStack();
  const queue = await listen("accounts", worker, closing);
  const { accounts: sent } = await enqueueAccounts("accounts");
  await queue.idle();
  return { sent, done: queue.done, dead: queue.dead.length };
}

async function notificationsOf({ name }: Shop) {
  const { loadCrossings } = await import("../../../../../shared/notifications/store.ts");
  return (await loadCrossings(name)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** As the next rounds of the schedule would: what a round left undone, the next one does. */
async function monitorUntilAllIsSaid(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    const { sent, done, dead } = await monitor();
    expect(sent).toBe(ACCOUNTS);
    expect(done + dead).toBe(ACCOUNTS);
    if (dead === 0) return;
  }
  throw new Error("accounts kept failing");
}

it("tells every crossing once, and at least once on the bus", async () => {
  await monitorUntilAllIsSaid();
  const expected = accounts.flatMap(expectedIds);
  expect(expected.length).toBeGreaterThan(0.4 * ACCOUNTS);
  await inGroups(accounts, async (shop) => {
    const stored = await notificationsOf(shop);
    expect(stored.map(({ id }) => id)).toEqual(expectedIds(shop));
    for (const { id, kind, year, current_minor, published_at, eur_only } of stored) {
      expect(published_at).toBeDefined();
      expect(current_minor).toBe(year === 2026 ? shop.this_year : shop.last_year);
      expect(eur_only).toBe(false);
      expect(bus.events.get(id)?.map((event) => event.detail_type)).toContain(kind);
    }
  });
  expect([...bus.events.keys()].sort()).toEqual(expected.sort());
  const repeated = [...bus.events.values()].filter((events) => events.length > 1);
  expect(repeated.length).toBeGreaterThanOrEqual(expected.filter(diesFirst).length);
  for (const [first, ...others] of repeated)
    for (const other of others) expect(other).toEqual(first);
  expect(bus.injected.refused).toBeGreaterThanOrEqual(expected.filter(isRefusedFirst).length);
  expect(bus.injected.died_after_publish).toBeGreaterThanOrEqual(expected.filter(diesFirst).length);
  expect(expected.filter(isRefusedFirst).length).toBeGreaterThan(0.1 * ACCOUNTS);
  expect(expected.filter(diesFirst).length).toBeGreaterThan(0.1 * ACCOUNTS);
  expect(deliveredTwice).toBeGreaterThan(ACCOUNTS / 40);
  // Each shop that has crossed something is one transaction at least: more than one deck.
  const crossing = accounts.filter((shop) => expectedIds(shop).length > 0).length;
  const decks = Math.floor(crossing / 20);
  expect(decks).toBeGreaterThan(0);
  expect(proxy.injected.conflict).toBeGreaterThanOrEqual(2 * decks);
  expect(proxy.injected.throttle).toBeGreaterThanOrEqual(decks);
  expect(proxy.injected.lost_answer).toBeGreaterThanOrEqual(decks);
}, 240_000);

it("adds nothing where nothing changes, and only what is new where sales do", async () => {
  const before = new Map([...bus.events].map(([id, events]) => [id, events.length]));
  const growing = accounts.filter((_, n) => n % (ACCOUNTS / 20) === 0);
  await inGroups(growing, (shop) => sell(shop, "one-more", "2026-11-19", 200_000));
  await monitorUntilAllIsSaid();
  for (const [id, times] of before) expect(bus.events.get(id)).toHaveLength(times);
  const grown = growing.map((shop) => ({ ...shop, this_year: shop.this_year + 200_000 }));
  const added = [...bus.events.keys()].filter((id) => !before.has(id));
  const expected = grown.flatMap(expectedIds).filter((id) => !before.has(id));
  expect(expected.length).toBeGreaterThan(0);
  expect(added.sort()).toEqual(expected.sort());
  for (const shop of grown) {
    // What was near before stays told.
    const near = [`${shop.name}-2026-warning`].filter((id) => before.has(id));
    const ids = (await notificationsOf(shop)).map(({ id }) => id);
    expect(ids).toEqual([...new Set([...expectedIds(shop), ...near])]);
  }
}, 240_000);
