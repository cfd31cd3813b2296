import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventId } from "../../../../shared/core/ids.ts";
import type { ImportedEvent } from "../../../../shared/imports/formats/outcome.ts";
import {
  type Bookings,
  NO_BOOKINGS,
  type OrderPlan,
  planOrder,
  type WantedEvents,
} from "../../../../shared/imports/orders/order-plan.ts";

const sale = (over: Partial<ImportedEvent> = {}): ImportedEvent => ({
  event_id: "shop:1:goods:1900" as EventId,
  event_type: "sale",
  supply_date: "2026-10-05",
  supply_kind: "goods",
  dispatch_country: "SE",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1_900,
  vat_rate_bps: 1_900,
  rate_category: "standard",
  source_id: "shop",
  transaction_id: "1",
  ...over,
});

const refund = (over: Partial<ImportedEvent> = {}): ImportedEvent => ({
  ...sale(),
  event_id: "shop:1:r7:goods:1900" as EventId,
  event_type: "refund",
  original_event_id: "shop:1:goods:1900" as EventId,
  supply_date: "2026-10-20",
  taxable_amount_minor: 1_000,
  vat_amount_minor: 190,
  ...over,
});

/** What the shop says; `unread` if the lines of its refunds are not known. */
const wants = (
  sales: readonly ImportedEvent[],
  refunds: readonly ImportedEvent[] | "unread" = [],
): WantedEvents => ({ sales, refunds: refunds === "unread" ? undefined : refunds });

const ids = (events: readonly ImportedEvent[]) => events.map(({ event_id }) => event_id);

/** Plans one state of the shop after another. */
const history = (...states: readonly WantedEvents[]): OrderPlan => {
  let plan: OrderPlan = { take_back: [], commit: [], after: NO_BOOKINGS };
  for (const state of states) plan = planOrder(plan.after, state);
  return plan;
};

describe("an order", () => {
  it("is booked once, however often the shop says the same", () => {
    const once = history(wants([sale()]));
    expect(ids(once.commit)).toEqual(["shop:1:goods:1900"]);
    expect(planOrder(once.after, wants([sale()]))).toMatchObject({ take_back: [], commit: [] });
  });

  it.for([
    ["home, after the destination", undefined, "origin_below_threshold"],
    ["the destination, after home", "origin_below_threshold", undefined],
  ] as const)("of one rate that is now taxed at %s is booked anew", ([, before, after]) => {
    const [was, is] = [before, after].map((treatment) => sale(treatment && { treatment }));
    const { take_back, commit } = history(wants([was ?? sale()]), wants([is ?? sale()]));
    expect(take_back).toEqual(["shop:1:goods:1900"]);
    expect(commit).toEqual([{ ...is, event_id: "shop:1:goods:1900:e1" }]);
  });

  it("that has another amount is adjusted by the difference, on the day of the sale", () => {
    const { take_back, commit } = history(
      wants([sale()]),
      wants([
        sale({ taxable_amount_minor: 8_000, vat_amount_minor: 1_520, supply_date: "2026-11-01" }),
      ]),
    );
    expect(take_back).toEqual([]);
    expect(commit).toEqual([
      {
        event_id: "shop:1:goods:1900:a1",
        event_type: "adjustment",
        original_event_id: "shop:1:goods:1900",
        supply_date: "2026-10-05",
        supply_kind: "goods",
        dispatch_country: "SE",
        consumption_country: "DE",
        currency: "EUR",
        taxable_amount_minor: -2_000,
        vat_amount_minor: -380,
        vat_rate_bps: 1_900,
        rate_category: "standard",
        source_id: "shop",
        transaction_id: "1",
      },
    ]);
  });

  it.for([
    ["country", { consumption_country: "FR", vat_rate_bps: 1_900 }],
    ["currency", { currency: "SEK" }],
    ["place of dispatch", { dispatch_country: "PL" }],
    ["category of its rate", { rate_category: "reduced" }],
  ] as const)("of another %s is taken back and booked anew on the original day", ([, change]) => {
    const { take_back, commit } = history(
      wants([sale()]),
      wants([sale({ ...change, supply_date: "2026-11-01" })]),
    );
    expect(take_back).toEqual(["shop:1:goods:1900"]);
    expect(commit).toMatchObject([
      { event_id: "shop:1:goods:1900:e1", supply_date: "2026-10-05", ...change },
    ]);
  });

  it("of another rate is taken back under the one and booked under the other", () => {
    const reduced = sale({
      event_id: "shop:1:goods:700" as EventId,
      vat_rate_bps: 700,
      vat_amount_minor: 700,
    });
    const { take_back, commit } = history(wants([sale()]), wants([reduced]));
    expect(take_back).toEqual(["shop:1:goods:1900"]);
    expect(ids(commit)).toEqual(["shop:1:goods:700"]);
  });

  it("that moves takes its refunds and adjustments along", () => {
    const less = sale({ taxable_amount_minor: 9_000, vat_amount_minor: 1_710 });
    const moved = { ...less, consumption_country: "AT" };
    const { take_back, commit } = history(
      wants([sale()], [refund()]),
      wants([less], [refund()]),
      wants([moved], [refund({ consumption_country: "AT" })]),
    );
    expect(take_back).toEqual([
      "shop:1:r7:goods:1900",
      "shop:1:goods:1900:a1",
      "shop:1:goods:1900",
    ]);
    expect(commit).toMatchObject([
      { event_id: "shop:1:goods:1900:e1", taxable_amount_minor: 9_000 },
      { event_id: "shop:1:r7:goods:1900:e1", original_event_id: "shop:1:goods:1900:e1" },
    ]);
  });

  it("that is cancelled is taken back whole, and booked anew when it is restored", () => {
    const gone = history(wants([sale()], [refund()]), wants([]));
    expect(gone.take_back).toEqual(["shop:1:r7:goods:1900", "shop:1:goods:1900"]);
    expect(gone.after.booked).toEqual([]);
    const again = planOrder(gone.after, wants([sale()]));
    expect(ids(again.commit)).toEqual(["shop:1:goods:1900:e1"]);
  });

  it("that was booked and is not paid any more keeps its bookings, and is open until it is paid again", () => {
    const unpaid = { ...wants([]), isUnpaid: true };
    const booked = history(wants([sale()], [refund()]));
    const open = planOrder(booked.after, unpaid);
    expect(open).toEqual({ take_back: [], commit: [], after: booked.after, isOpen: true });
    const again = planOrder(open.after, wants([sale()], [refund()]));
    expect(again).toMatchObject({ take_back: [], commit: [] });
    expect(again.isOpen).toBeUndefined();
    expect(planOrder(NO_BOOKINGS, unpaid)).toMatchObject({ take_back: [], commit: [] });
    expect(planOrder(open.after, wants([])).take_back).toHaveLength(2);
  });

  it("that was booked a hundredfold in króna keeps that, whatever Stripe says of it again", () => {
    const krona = (net: number, vat: number) =>
      sale({ currency: "ISK", taxable_amount_minor: net, vat_amount_minor: vat });
    const booked = history(wants([krona(1_000_050, 190_010)], []));
    const again = planOrder(booked.after, wants([krona(10_001, 1_900)]));
    expect(again).toMatchObject({ take_back: [], commit: [], after: booked.after });
    const exempt = history(wants([krona(1_000_050, 0)], []));
    expect(planOrder(exempt.after, wants([krona(10_001, 0)])).commit).toEqual([]);
    // A true edit is still booked.
    expect(planOrder(booked.after, wants([krona(5_000, 950)])).commit).toHaveLength(1);
  });

  it("keeps its refunds while their lines cannot be read, and loses them with the sale", () => {
    const before = history(wants([sale()], [refund()]));
    const unread = planOrder(before.after, wants([sale()], "unread"));
    expect(unread).toMatchObject({ take_back: [], commit: [] });
    expect(planOrder(unread.after, wants([], "unread")).take_back).toEqual([
      "shop:1:r7:goods:1900",
      "shop:1:goods:1900",
    ]);
  });

  it("with a refund that the shop has changed or removed follows the shop", () => {
    const less = refund({ taxable_amount_minor: 500, vat_amount_minor: 95 });
    const changed = history(wants([sale()], [refund()]), wants([sale()], [less]));
    expect(changed.take_back).toEqual(["shop:1:r7:goods:1900"]);
    expect(changed.commit).toMatchObject([
      { event_id: "shop:1:r7:goods:1900:e1", taxable_amount_minor: 500 },
    ]);
    expect(planOrder(changed.after, wants([sale()], [])).take_back).toEqual([
      "shop:1:r7:goods:1900:e1",
    ]);
  });
});

/** The amounts that the ledger has, by Member State, kind of event and day. */
const sumsOf = (events: readonly ImportedEvent[]) => {
  const sums = new Map<string, number>();
  for (const event of events) {
    const side = event.event_type === "refund" ? "refund" : "sale";
    const key = [event.consumption_country, event.currency, event.vat_rate_bps, side].join(" ");
    sums.set(
      key,
      (sums.get(key) ?? 0) + event.taxable_amount_minor * 100_000 + event.vat_amount_minor,
    );
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort());
};

/** A ledger of which events are taken out again; an id is used once. */
class SmallLedger {
  readonly #events = new Map<string, ImportedEvent>();

  apply({ take_back, commit }: OrderPlan): void {
    for (const id of take_back) {
      expect(this.#events.has(id), `${id} is booked`).toBe(true);
      this.#events.delete(id);
    }
    for (const one of commit) {
      expect(this.#events.has(one.event_id), `${one.event_id} is free`).toBe(false);
      if (one.original_event_id) expect(this.#events.has(one.original_event_id)).toBe(true);
      this.#events.set(one.event_id, one);
    }
  }

  get events(): readonly ImportedEvent[] {
    return [...this.#events.values()];
  }
}

const amount = fc.integer({ min: 1, max: 90_000 });

const state: fc.Arbitrary<WantedEvents> = fc
  .record({
    rates: fc.uniqueArray(fc.constantFrom(700, 1_900, 2_100), { maxLength: 3 }),
    country: fc.constantFrom("DE", "FR"),
    currency: fc.constantFrom("EUR", "SEK"),
    amounts: fc.tuple(amount, amount, amount),
    refunds: fc.uniqueArray(fc.constantFrom(1, 2, 3), { maxLength: 3 }),
    isRead: fc.boolean(),
    isUnpaid: fc.boolean(),
  })
  .map(({ rates, country, currency, amounts, refunds, isRead, isUnpaid }) => {
    if (isUnpaid) return { sales: [], refunds: [], isUnpaid };
    const sales = rates.map((rate, n) =>
      sale({
        event_id: `shop:1:goods:${rate}` as EventId,
        vat_rate_bps: rate,
        consumption_country: country,
        currency,
        taxable_amount_minor: amounts[n] ?? 1,
        vat_amount_minor: Math.round(((amounts[n] ?? 1) * rate) / 10_000),
      }),
    );
    const [first] = sales;
    const given = first
      ? refunds.map((id) =>
          refund({
            ...first,
            event_id: `shop:1:r${id}:goods:${first.vat_rate_bps}` as EventId,
            event_type: "refund",
            original_event_id: first.event_id,
            taxable_amount_minor: id * 10,
            vat_amount_minor: id,
          }),
        )
      : [];
    return { sales, refunds: isRead ? given : undefined };
  });

it("after any history the ledger has what the shop says last, unless the order is open, and each id was used once", () => {
  fc.assert(
    fc.property(fc.array(state, { maxLength: 8 }), state, (before, last) => {
      const whole = { ...last, refunds: last.refunds ?? [] };
      const ledger = new SmallLedger();
      const seen = new Set<string>();
      let bookings: Bookings = NO_BOOKINGS;
      let isOpen = false;
      for (const wantedEvents of [...before, whole]) {
        const plan = planOrder(bookings, wantedEvents);
        for (const { event_id } of plan.commit) {
          expect(seen.has(event_id), `${event_id} was never used`).toBe(false);
          seen.add(event_id);
        }
        const stood = ledger.events;
        ledger.apply(plan);
        // An open order keeps its bookings, whatever they are; only an unpaid state opens it.
        if (plan.isOpen) expect([wantedEvents.isUnpaid, ledger.events]).toEqual([true, stood]);
        isOpen = plan.isOpen === true;
        bookings = plan.after;
      }
      if (!isOpen) {
        expect(sumsOf(ledger.events)).toEqual(sumsOf([...whole.sales, ...whole.refunds]));
      }
      // What the shop repeats changes nothing.
      expect(planOrder(bookings, whole)).toMatchObject({ take_back: [], commit: [] });
    }),
    { numRuns: 500 },
  );
});
