import fc from "fast-check";
import { expect, it, test } from "vitest";
import type { EventId } from "../../../shared/core/ids.ts";
import { planCommit } from "../../../shared/ledger/commit/plan.ts";
import { isExceeded, mayTip, withMember } from "../../../shared/ledger/events/consignments.ts";
import {
  type EventRecord,
  type LedgerView,
  NO_EVENT,
} from "../../../shared/ledger/events/event-record.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { countedAs } from "../../../shared/ledger/sums/sums-of-event.ts";
import { MEMBERS_PER_CONSIGNMENT } from "../../../shared/vat/schemes/event-fields.ts";
import { CONSIGNMENT_CASES, inDollars, inParcel, parcelRefund } from "../../make/consignment.ts";
import { lengthOf } from "../../stack/soak.ts";
import { MemoryLedger, recordOf } from "./memory-ledger.ts";

const EXCEEDED = "excluded|consignment_value_exceeded_excluded|rightful";

const OF_EXCEEDED = "excluded|correction_reference_invalid_excluded|rightful";

/** True for a sale above the limit, and for a refund of one. */
const isExcludedByValue = (event: EventRecord): boolean =>
  event.event_type === "sale"
    ? countedAs(event) === EXCEEDED
    : countedAs(event) === OF_EXCEEDED &&
      event.link?.status === "linked" &&
      event.link.excluded_as === "consignment_value_exceeded_excluded";

const exceededIn = (ledger: MemoryLedger): string[] =>
  [...ledger.events]
    .flatMap(([id, { event }]) => (event && isExcludedByValue(event) ? [id] : []))
    .sort();

const sumsIn = (ledger: MemoryLedger): Record<string, number> =>
  Object.fromEntries(
    [...ledger.tallies].flatMap(([id, sums]) =>
      [...sums].filter(([, sum]) => sum !== 0).map(([name, sum]) => [`${id} ${name}`, sum]),
    ),
  );

/** What the events add up to as their records stand. */
function sumsOfEntries(ledger: MemoryLedger): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { event } of ledger.events.values()) {
    for (const { partition: book, key, amounts } of event?.entries ?? []) {
      for (const [name, amount] of Object.entries(amounts)) {
        const id = `${book} ${key} ${name}`;
        sums[id] = (sums[id] ?? 0) + amount;
      }
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const ledgerOf = (...batches: readonly (readonly NewEvent[])[]): MemoryLedger => {
  const ledger = new MemoryLedger();
  for (const batch of batches) ledger.commit(batch);
  return ledger;
};

const oneByOne = (events: readonly NewEvent[]) => ledgerOf(...events.map((event) => [event]));

test.for(CONSIGNMENT_CASES)("%s", ([, events, exceeded]) => {
  const expected = exceeded.toSorted();
  for (const ledger of [ledgerOf(events), oneByOne(events), oneByOne(events.toReversed())]) {
    expect(exceededIn(ledger)).toEqual(expected);
    expect(sumsIn(ledger)).toEqual(sumsOfEntries(ledger));
    expect(ledger.largestTransaction).toBeLessThanOrEqual(100);
  }
  expect(sumsIn(oneByOne(events))).toEqual(sumsIn(ledgerOf(events)));
});

const IDS = ["p", "q"];

const goods = fc.record({
  value: fc.constantFrom(0, 3_000, 5_000, 7_500, 9_999, 15_000, 15_001),
  parcel: fc.constantFrom(...IDS),
  currency: fc.constantFrom("EUR", "EUR", "EUR", "USD verified", "USD"),
  status: fc.constantFrom(undefined, undefined, undefined, "excluded", "needs_review"),
  month: fc.constantFrom("2025-07-03", "2025-08-15"),
  refunds: fc.integer({ min: 0, max: 3 }),
});

type Goods = typeof goods extends fc.Arbitrary<infer One> ? One : never;

function eventsOf(one: Goods, n: number): NewEvent[] {
  const id = `s${n}`;
  const sale =
    one.currency === "EUR"
      ? inParcel(id, one.value, {}, one.parcel)
      : inDollars(id, one.currency === "USD" ? undefined : one.value, one.parcel);
  const more = {
    supply_date: one.month,
    ...(one.status ? { classification_status: one.status } : {}),
  } as Partial<NewEvent>;
  const refunds = Array.from({ length: one.refunds }, (_, m) =>
    parcelRefund(`r${n}-${m}`, id, { taxable_amount_minor: 1, vat_amount_minor: 0 }),
  );
  return [{ ...sale, ...more }, ...refunds];
}

/** What a person makes of which sale, in this order. */
const reviews = fc.array(
  fc.tuple(fc.nat(7), fc.constantFrom("excluded", "needs_review", "classified")),
  { maxLength: 6 },
);

/** The consignments that are worth too much, thought out without any order. */
function expectedIn(all: readonly Goods[], statusOf: (n: number) => string | undefined): string[] {
  const worth = (parcel: string) =>
    all
      .map((one, n) => ({ ...one, status: statusOf(n) }))
      .filter((one) => one.parcel === parcel && one.currency !== "USD" && one.status !== "excluded")
      .reduce((sum, one) => sum + one.value, 0);
  const tooMuch = new Set(IDS.filter((parcel) => worth(parcel) > 15_000));
  return all
    .flatMap((one, n) => {
      const isIn = one.currency !== "USD" && (statusOf(n) ?? "classified") === "classified";
      return isIn && tooMuch.has(one.parcel) ? eventsOf(one, n).map((event) => event.event_id) : [];
    })
    .sort();
}

it("comes to the same in any order, batching, with replays, reviews and recounts", () => {
  const runs = fc.array(goods, { minLength: 1, maxLength: 8 }).chain((all) => {
    const events = all.flatMap(eventsOf);
    return fc.record({
      all: fc.constant(all),
      order: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
      replayed: fc.subarray(events),
      batch: fc.integer({ min: 1, max: 6 }),
      decisions: reviews,
    });
  });
  fc.assert(
    fc.property(runs, ({ all, order, replayed, batch, decisions }) => {
      const ledger = new MemoryLedger();
      for (let at = 0; at < order.length; at += batch) ledger.commit(order.slice(at, at + batch));
      ledger.commit(replayed);
      expect(exceededIn(ledger)).toEqual(expectedIn(all, (n) => all[n]?.status));
      const after = new Map<number, string>();
      for (const [n, to] of decisions.filter(([n]) => n < all.length)) {
        ledger.reclassify(`s${n}`, to as "excluded");
        after.set(n, to);
      }
      expect(exceededIn(ledger)).toEqual(expectedIn(all, (n) => after.get(n) ?? all[n]?.status));
      expect(sumsIn(ledger)).toEqual(sumsOfEntries(ledger));
      const before = new Map(ledger.events);
      for (const { event_id } of order) ledger.recount(event_id);
      expect(ledger.events).toEqual(before);
      expect(ledger.largestTransaction).toBeLessThanOrEqual(100);
    }),
    { numRuns: lengthOf("ROUNDS", 100, 10_000) },
  );
});

test.for([2, 20, 94, 95, 96, 97, 120, MEMBERS_PER_CONSIGNMENT])(
  "%i sales are left out, and back",
  (count) => {
    const value = Math.floor(15_000 / (count - 1));
    const sales = Array.from({ length: count }, (_, n) => inParcel(`s${n}`, value));
    const ledger = ledgerOf(sales.slice(1), [inParcel("s0", 15_000)]);
    expect(exceededIn(ledger)).toHaveLength(count);
    ledger.reclassify("s0", "excluded");
    expect(exceededIn(ledger)).toEqual([]);
    ledger.reclassify("s0", "classified");
    expect(exceededIn(ledger)).toHaveLength(count);
    expect(ledger.consignment("parcel-1").propagating).toBeUndefined();
    expect(sumsIn(ledger)).toEqual(sumsOfEntries(ledger));
    expect(ledger.largestTransaction).toBeLessThanOrEqual(100);
    // Each sale but the one that was reviewed has moved out, back and out again, once each.
    const others = sales.slice(1).map(({ event_id }) => ledger.state(event_id).event?.version);
    expect(new Set(others)).toEqual(new Set([4]));
    expect(ledger.state("s0").event?.version).toBe(3);
  },
);

test.for([
  [2, undefined],
  // A sum of each place, the excluded amounts, the marker of their period, and the consignment are the other five actions.
  [95, undefined],
  [96, true],
] as const)(
  "%i sales are left to be moved by the transaction after: %s",
  ([count, propagating]) => {
    const ledger = ledgerOf(Array.from({ length: count - 1 }, (_, n) => inParcel(`s${n}`, 100)));
    ledger.commit([inParcel("last", 15_000)], { whole: false });
    expect(ledger.consignment("parcel-1").propagating).toBe(propagating);
    expect(exceededIn(ledger)).toHaveLength(propagating ? 1 : count);
  },
);

it("is moved later where a sale of it was not loaded", () => {
  const ledger = ledgerOf([inParcel("a", 10_000), inParcel("b", 1)]);
  const unloaded: LedgerView = {
    boundaries: ledger.boundaries,
    state: (id) => (id === "a" ? NO_EVENT : ledger.state(id)),
    linked: (id) => ledger.linked(id),
    consignment: (id) => ledger.consignment(id),
  };
  const last = recordOf(inParcel("c", 10_000));
  const sumOf = (view: LedgerView) =>
    planCommit(view, last).flatMap((step) => (step.do === "consign" ? [step.sum] : []));
  expect(sumOf(unloaded)).toMatchObject([{ propagating: true }]);
  expect(sumOf(ledger)).toMatchObject([{ propagating: undefined }]);
});

it("moves the many refunds of the sales with them", () => {
  const refunds = ["a", "b"].flatMap((sale) =>
    Array.from({ length: 45 }, (_, n) =>
      parcelRefund(`${sale}${n}`, sale, { taxable_amount_minor: 1, vat_amount_minor: 0 }),
    ),
  );
  const ledger = ledgerOf([inParcel("a", 10_000), ...refunds], [inParcel("b", 10_000)]);
  expect(exceededIn(ledger)).toHaveLength(92);
  ledger.reclassify("b", "needs_review");
  ledger.reclassify("b", "excluded");
  expect(exceededIn(ledger)).toEqual([]);
  expect(sumsIn(ledger)).toEqual(sumsOfEntries(ledger));
  expect(ledger.largestTransaction).toBeLessThanOrEqual(100);
});

it("takes no further sale into one that is full, by commit or by review", () => {
  const sales = Array.from({ length: MEMBERS_PER_CONSIGNMENT }, (_, n) => inParcel(`s${n}`, 1));
  const aside = inParcel("aside", 1, { classification_status: "excluded" });
  const ledger = ledgerOf(sales, [aside]);
  const full = "parcel-1 would have more than 200 sales";
  expect(() => ledger.commit([inParcel("one-more", 1)])).toThrow(full);
  expect(() => ledger.reclassify("aside", "classified")).toThrow(full);
  ledger.reclassify("s0", "excluded");
  ledger.commit([inParcel("one-more", 1)]);
  expect(ledger.consignment("parcel-1").members.size).toBe(MEMBERS_PER_CONSIGNMENT);
});

it.for([
  ["commits further", (ledger: MemoryLedger) => ledger.commit([inParcel("c", 0)])],
  ["commits again", (ledger: MemoryLedger) => ledger.commit([inParcel("b", 10_000)])],
  ["reviews one", (ledger: MemoryLedger) => ledger.reclassify("a7", "needs_review")],
  ["recounts one", (ledger: MemoryLedger) => ledger.recount("a7")],
] as const)("is taken up where a run has died by whoever %s", ([, next]) => {
  const ledger = ledgerOf(Array.from({ length: 110 }, (_, n) => inParcel(`a${n}`, 100)));
  ledger.commit([inParcel("b", 10_000)], { whole: false });
  expect(exceededIn(ledger)).toEqual(["b"]);
  expect(ledger.consignment("parcel-1").propagating).toBe(true);
  next(ledger);
  expect(exceededIn(ledger).length).toBeGreaterThanOrEqual(110);
  expect(ledger.consignment("parcel-1").propagating).toBeUndefined();
  expect(sumsIn(ledger)).toEqual(sumsOfEntries(ledger));
});

it("is made anew by a recount where it was lost", () => {
  const ledger = oneByOne([inParcel("a", 10_000), inParcel("b", 10_000)]);
  ledger.consignments.clear();
  ledger.recount("a");
  expect(exceededIn(ledger)).toEqual(["b"]);
  ledger.recount("b");
  expect(exceededIn(ledger)).toEqual(["a", "b"]);
  expect(sumsIn(ledger)).toEqual(sumsOfEntries(ledger));
});

it("may tip exactly where the events make the difference", () => {
  const value = fc.integer({ min: 0, max: 16_000 });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), fc.array(value, { maxLength: 4 }), (a, b) => {
      const [some, more] = [a, b].map((values, which) =>
        values.map((one, n) => recordOf(inParcel(`${which}-${n}`, one))),
      ) as [ReturnType<typeof recordOf>[], ReturnType<typeof recordOf>[]];
      const empty = { version: 0, members: new Map<EventId, number>() };
      const without = some.reduce(withMember, empty);
      const all = more.reduce(withMember, without);
      expect(mayTip(without, more)).toBe(isExceeded(without) !== isExceeded(all));
      expect(mayTip(all, more)).toBe(isExceeded(without) !== isExceeded(all));
    }),
  );
});
