import fc from "fast-check";
import { expect, it, test } from "vitest";
import {
  isAboveSale,
  type RefundedTotal,
  refundedTotalOf,
  withRefunded,
} from "../../../shared/ledger/events/links.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { supplyEventOf } from "../../../shared/vat/schemes/supply-event.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { lengthOf } from "../../stack/soak.ts";
import { MemoryLedger, recordOf } from "./memory-ledger.ts";

const SALE = supplyEventOf(makeSale());

const sumOf = (events: readonly NewEvent[]): RefundedTotal =>
  events.map((event) => refundedTotalOf(recordOf(event))).reduce((a, b) => withRefunded(a, b), {});

const refund = (taxable_amount_minor: number, vat_amount_minor: number, changes = {}) =>
  makeRefund({ taxable_amount_minor, vat_amount_minor, ...changes });

/** Of a sale of EUR 100.00 and 19.00. Each amount is rounded by half a cent at most. */
test.for<[what: string, refunds: NewEvent[], above: boolean]>([
  ["nothing", [], false],
  ["all of it", [refund(10_000, 1_900)], false],
  ["all of it, a cent off", [refund(10_001, 1_901)], false],
  ["two cents more", [refund(10_002, 1_900)], true],
  ["two cents more of VAT", [refund(0, 1_902)], true],
  ["all of it, twice", [refund(10_000, 1_900), refund(10_000, 1_900)], true],
  ["seven parts of EUR 17.00 with VAT", Array.from({ length: 7 }, () => refund(1_429, 271)), false],
  ["eight of them", Array.from({ length: 8 }, () => refund(1_429, 271)), true],
  [
    "all of it, and a part that is booked back",
    [refund(10_000, 1_900), refund(5_000, 950, { event_type: "adjustment" }), refund(5_000, 950)],
    false,
  ],
  [
    "all of it, and as much in another currency",
    [refund(10_000, 1_900), refund(10_000, 1_900, { currency: "SEK" })],
    false,
  ],
  [
    "all of it, and as much that is set aside",
    [refund(10_000, 1_900), refund(10_000, 1_900, { classification_status: "excluded" })],
    false,
  ],
  ["a negative adjustment of more", [refund(-10_002, 0, { event_type: "adjustment" })], true],
])("%s", ([, refunds, above]) => {
  expect(isAboveSale(SALE, sumOf(refunds))).toBe(above);
});

it("takes out what it put in, and keeps no empty currency", () => {
  const taken = fc.dictionary(
    fc.constantFrom("EUR", "SEK", "JPY"),
    fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      taxable_amount_minor: fc.integer(),
      vat_amount_minor: fc.integer(),
    }),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(taken, taken, (one, other) => {
      expect(withRefunded(withRefunded(one, other), other, -1)).toEqual(one);
      expect(withRefunded(one, one, -1)).toEqual({});
    }),
  );
});

const parts = fc.array(
  fc.record({
    event_type: fc.constantFrom("refund" as const, "credit_note" as const, "adjustment" as const),
    taxable: fc.integer({ min: -4_000, max: 9_000 }),
    currency: fc.constantFrom("EUR" as const, "EUR" as const, "SEK" as const),
    status: fc.constantFrom(undefined, undefined, "excluded" as const),
  }),
  { minLength: 1, maxLength: 8 },
);

type Part =
  typeof parts extends fc.Arbitrary<infer Parts extends readonly unknown[]> ? Parts[number] : never;

const partOf = ({ event_type, taxable, currency, status }: Part, n: number): NewEvent =>
  makeRefund({
    event_id: `r${n}`,
    event_type,
    taxable_amount_minor: event_type === "adjustment" ? taxable : Math.abs(taxable),
    vat_amount_minor: 0,
    currency,
    classification_status: status,
  });

/** What should have the finding: who takes euros back of a sale in euros that is exceeded. */
function exceeding(counted: readonly NewEvent[]): string[] {
  if (!isAboveSale(SALE, sumOf(counted))) return [];
  const isTaking = ({ event_type, taxable_amount_minor }: NewEvent) =>
    event_type === "adjustment" ? taxable_amount_minor < 0 : taxable_amount_minor > 0;
  return counted
    .filter((event) => event.currency === "EUR" && isTaking(event))
    .map(({ event_id }) => event_id);
}

const flaggedIn = (ledger: MemoryLedger): string[] =>
  [...ledger.events].flatMap(([id, { event }]) =>
    event?.link?.status === "linked" && event.link.checks?.includes("refund_above_sale")
      ? [id]
      : [],
  );

it("has the same findings in any order, batching and after any review", () => {
  fc.assert(
    fc.property(parts, fc.infiniteStream(fc.nat()), fc.nat(3), (given, dice, batch) => {
      const refunds = given.map(partOf);
      const order = [makeSale(), ...refunds]
        .map((event) => ({ event, at: dice.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ event }) => event);
      const ledger = new MemoryLedger();
      for (let at = 0; at < order.length; at += batch + 1) {
        ledger.commit(order.slice(at, at + batch + 1));
      }
      const excluded = refunds.filter((_, n) => n % 3 === 1);
      for (const { event_id } of excluded) ledger.reclassify(event_id, "excluded");
      const counted = refunds.filter(
        (event) => event.classification_status !== "excluded" && !excluded.includes(event),
      );
      expect(ledger.state("sale-1").taken_back ?? {}).toEqual(sumOf(counted));
      expect(flaggedIn(ledger).sort()).toEqual(exceeding(counted).sort());
    }),
    { numRuns: lengthOf("ROUNDS", 100, 10_000) },
  );
});

it("moves more refunds than one transaction takes when the last one goes too far", () => {
  const ledger = new MemoryLedger();
  const many = Array.from({ length: 100 }, (_, n) =>
    refund(100, 19, { event_id: `r${n}`, original_event_id: "sale-1" }),
  );
  ledger.commit([makeSale(), ...many]);
  ledger.commit([refund(1_000, 190, { event_id: "too-much" })]);
  expect(flaggedIn(ledger)).toHaveLength(101);
  expect(ledger.largestTransaction).toBeLessThanOrEqual(100);
  ledger.reclassify("too-much", "excluded");
  expect(flaggedIn(ledger)).toEqual([]);
});
