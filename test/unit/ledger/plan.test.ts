import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { EventId } from "../../../shared/core/ids.ts";
import {
  type ConsignmentSum,
  consignmentIdOf,
  EMPTY_CONSIGNMENT,
  exceededFor,
  withMember,
} from "../../../shared/ledger/events/consignments.ts";
import type { EventRecord } from "../../../shared/ledger/events/event-record.ts";
import { linkOf, refundedTotalOf, withRefunded } from "../../../shared/ledger/events/links.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import {
  countedAs,
  RULES_VERSION,
  sumsOfEvent,
} from "../../../shared/ledger/sums/sums-of-event.ts";
import {
  type Boundaries,
  boundariesOf,
  NO_BOUNDARIES,
} from "../../../shared/vat/schemes/registration-segments.ts";
import {
  type Classification,
  type LedgerEvent,
  withLink,
} from "../../../shared/vat/schemes/supply-event.ts";
import { history } from "../../make/history.ts";
import { makeRegistration } from "../../make/registration.ts";
import { importRegistration } from "../../make/return-input.ts";
import { type EventChanges, makeRefund, makeSale } from "../../make/supply-event.ts";
import { lengthOf } from "../../stack/soak.ts";
import { MemoryLedger, recordOf } from "./memory-ledger.ts";

/** The sums of a history, thought out without any order: each non-sale against its original as it is. */
function sumsOf(
  events: readonly LedgerEvent[],
  edges: Boundaries = NO_BOUNDARIES,
): Record<string, number> {
  const byId = new Map(events.map((event) => [event.event_id, event]));
  const sums: Record<string, number> = {};
  const parcels = parcelsOf(events);
  const inParcel = (event: LedgerEvent): LedgerEvent => ({
    ...event,
    consignment_exceeded: exceededFor(
      event,
      parcels.get(consignmentIdOf(event)) ?? EMPTY_CONSIGNMENT,
    ),
  });
  for (const event of events.map(inParcel)) {
    const id = (event.original_event_id ?? "") as EventId;
    const original = byId.get(id);
    const taken = events
      .filter((event) => event.original_event_id === id)
      .map(refundedTotalOf)
      .reduce((sum, one) => withRefunded(sum, one), {});
    const linked = withLink(event, linkOf(event, original && inParcel(original), taken));
    for (const { partition, key, amounts } of sumsOfEvent(linked, edges)) {
      for (const [name, amount] of Object.entries(amounts)) {
        const id = `${partition} ${key} ${name}`;
        sums[id] = (sums[id] ?? 0) + amount;
      }
    }
  }
  return withoutZeros(sums);
}

/** The consignments of a history. */
function parcelsOf(events: readonly LedgerEvent[]) {
  const parcels = new Map<string | undefined, ConsignmentSum>();
  for (const event of events.filter((event) => consignmentIdOf(event) !== undefined)) {
    const id = consignmentIdOf(event);
    parcels.set(id, withMember(parcels.get(id) ?? EMPTY_CONSIGNMENT, event));
  }
  return parcels;
}

const storedSums = (ledger: MemoryLedger): Record<string, number> =>
  withoutZeros(
    Object.fromEntries(
      [...ledger.tallies].flatMap(([id, sums]) =>
        [...sums].map(([name, amount]) => [`${id} ${name}`, amount]),
      ),
    ),
  );

const withoutZeros = (sums: Record<string, number>) =>
  Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));

const recordsIn = (ledger: MemoryLedger): LedgerEvent[] =>
  [...ledger.events.values()].map((slot) => slot.event).filter((event) => event !== undefined);

/** A supply without a place cannot be classified: that is refused, and nothing may move then. */
function tryChange(ledger: MemoryLedger, { id, to }: { id: string; to: Classification }): void {
  try {
    ledger.reclassify(id, to);
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_request" });
  }
}

function inBatches(events: readonly NewEvent[], sizes: readonly number[]): NewEvent[][] {
  const batches: NewEvent[][] = [];
  let at = 0;
  for (let n = 0; at < events.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    batches.push(events.slice(at, at + size));
    at += size;
  }
  return batches;
}

/** Without registrations, and with some that begin and end within periods. */
const anyEdges = fc.constantFrom(
  NO_BOUNDARIES,
  boundariesOf([
    makeRegistration({ effective_from: "2025-02-10", effective_to: "2025-05-19" }),
    makeRegistration({ id: 2, effective_from: "2025-07-06" }),
    importRegistration({ id: 3, effective_from: "2025-05-20", effective_to: "2025-09-15" }),
  ]),
);

describe("the sums of a ledger", () => {
  it("are those of its events, in any order, batching and with replays", () => {
    const orders = history({ min: 1, max: 14 }).chain((events) =>
      fc.tuple(
        fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
        fc.subarray(events),
        anyEdges,
      ),
    );
    fc.assert(
      fc.property(orders, ([events, sizes, replayed, edges]) => {
        const ledger = new MemoryLedger(edges);
        for (const batch of inBatches(events, sizes)) ledger.commit(batch);
        ledger.commit(replayed);
        expect(storedSums(ledger)).toEqual(sumsOf(events.map(recordOf), edges));
        expect(ledger.largestTransaction).toBeLessThanOrEqual(100);
      }),
      { numRuns: lengthOf("ROUNDS", 133, 10_000) },
    );
  });

  it("follow every reclassification, before and after linked events arrive", () => {
    const steps = history({ min: 2, max: 12 }).chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.array(
          fc.record({
            after: fc.nat({ max: events.length }),
            id: fc.constantFrom(...events.map((event) => event.event_id)),
            to: fc.constantFrom(
              "excluded" as const,
              "needs_review" as const,
              "classified" as const,
            ),
          }),
          { maxLength: 6 },
        ),
        anyEdges,
      ),
    );
    fc.assert(
      fc.property(steps, ([events, changes, edges]) => {
        const ledger = new MemoryLedger(edges);
        for (let n = 0; n <= events.length; n += 1) {
          for (const change of changes) if (change.after === n) tryChange(ledger, change);
          ledger.commit(events.slice(n, n + 1));
        }
        expect(storedSums(ledger)).toEqual(sumsOf(recordsIn(ledger), edges));
      }),
      { numRuns: lengthOf("ROUNDS", 133, 10_000) },
    );
  });

  it("count every event exactly once among lines, corrections and exclusions", () => {
    fc.assert(
      fc.property(history({ min: 1, max: 20 }), (events) => {
        const ledger = new MemoryLedger();
        ledger.commit(events);
        const counted = Object.entries(storedSums(ledger))
          .filter(([id]) => /^\S+ (line|correction|excluded)(@\d{4})?\|\S+ event_count$/.test(id))
          .reduce((sum, [, count]) => sum + count, 0);
        expect(counted).toBe(events.length);
      }),
    );
  });
});

it("takes out what was added, whatever the rules are by then", () => {
  const ledger = new MemoryLedger();
  ledger.commit([makeSale()]);
  const slot = ledger.state("sale-1");
  const event = slot.event as EventRecord;
  // As older rules would have counted it.
  const entries = [
    {
      partition: "u2025-Q3",
      key: "excluded|classification_excluded|rightful",
      amounts: { event_count: 1 },
    },
  ];
  ledger.events.set("sale-1", { ...slot, event: { ...event, entries, rules_version: 0 } });
  ledger.tallies.clear();
  ledger.tallies.set(
    "u2025-Q3 excluded|classification_excluded|rightful",
    new Map([["event_count", 1]]),
  );
  ledger.reclassify("sale-1", "needs_review");
  expect(storedSums(ledger)).toEqual(sumsOf(recordsIn(ledger), NO_BOUNDARIES));
  expect(ledger.state("sale-1").event).toMatchObject({ rules_version: RULES_VERSION, version: 2 });
});

test.for([29, 30, 31, 95])(
  "a late original takes over %i waiting refunds, 100 actions at a time",
  (count) => {
    const refunds = Array.from({ length: count }, (_, n) =>
      makeRefund({
        event_id: `r${n}`,
        supply_date: (n % 2 ? "2025-08-20" : "2025-11-20") as never,
      }),
    );
    const ledger = new MemoryLedger();
    for (const refund of refunds) ledger.commit([refund]);
    ledger.commit([makeSale()]);
    expect(storedSums(ledger)).toEqual(sumsOf([makeSale(), ...refunds].map(recordOf)));
    expect(ledger.state("sale-1")).toMatchObject({
      links: count,
      event: { propagating: undefined },
    });
    ledger.reclassify("sale-1", "excluded");
    expect(storedSums(ledger)).toEqual(sumsOf(recordsIn(ledger)));
    expect(ledger.largestTransaction).toBeLessThanOrEqual(100);
  },
);

test.for([
  [
    "a refund in the quarter of its sale nets into the sale's line",
    {},
    "line|goods|SE|DE|standard|1900|EUR",
  ],
  [
    "a refund of an earlier quarter is a correction",
    { supply_date: "2025-10-01" },
    "correction|goods|2025-Q3|DE|EUR",
  ],
  [
    "a refund before the quarter of its sale",
    { supply_date: "2025-06-30" },
    "excluded|correction_reference_invalid_excluded|open",
  ],
  [
    "in the last return that can be submitted within three years of the due date",
    { supply_date: "2028-09-30" },
    "correction|goods|2025-Q3|DE|EUR",
  ],
  [
    "one day later, where the return of the day finds that none may declare it",
    { supply_date: "2028-10-01" },
    "correction|goods|2025-Q3|DE|EUR",
  ],
  [
    "of another Member State",
    { consumption_country: "FR" },
    "excluded|correction_reference_invalid_excluded|open",
  ],
  [
    "of another kind",
    { supply_kind: "tbe_services" },
    "excluded|correction_reference_invalid_excluded|open",
  ],
  [
    "of itself",
    { original_event_id: "refund-1" },
    "excluded|correction_reference_invalid_excluded|open",
  ],
  [
    "of nothing",
    { original_event_id: undefined },
    "excluded|correction_reference_missing_excluded|open",
  ],
  [
    "of what has not come",
    { original_event_id: "ghost" },
    "excluded|correction_reference_missing_excluded|open",
  ],
  [
    "its own review comes first",
    { classification_status: "needs_review", original_event_id: undefined },
    "excluded|needs_review_excluded|open",
  ],
  [
    "then its missing sale",
    { rate_category: "zero", original_event_id: undefined },
    "excluded|correction_reference_missing_excluded|open",
  ],
  [
    "then its rate category",
    { rate_category: "zero" },
    "excluded|unsupported_rate_category_excluded|rightful",
  ],
  [
    "taken at the rate of the sale, not its own",
    { vat_rate_bps: 700, rate_category: "reduced" },
    "line|goods|SE|DE|standard|1900|EUR",
  ],
  ["in a currency of its own", { currency: "SEK" }, "line|goods|SE|DE|standard|1900|SEK"],
] as const)("%s", ([, changes, key]) => {
  const ledger = new MemoryLedger();
  ledger.commit([makeRefund(changes as EventChanges), makeSale()]);
  expect(countedAs(ledger.state("refund-1").event as LedgerEvent)).toBe(key);
});
