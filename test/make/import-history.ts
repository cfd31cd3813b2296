import fc from "fast-check";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { EventId } from "../../shared/core/ids.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { makeImport, makeRefund, makeSale } from "./supply-event.ts";

const DAYS = [
  "2025-05-31",
  "2025-06-30",
  "2025-07-01",
  "2025-07-09",
  "2025-07-10",
  "2025-07-31",
  "2025-08-15",
  "2025-08-31",
  "2025-09-20",
  "2025-09-21",
] as IsoDate[];

/** `one` in one of `among` cases, else `usual`. */
const rarely = <T>(among: number, one: T, usual: T): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(one) },
    { weight: among - 1, arbitrary: fc.constant(usual) },
  );

const consignment = fc.record({
  id: fc.constantFrom(undefined, ...Array.from({ length: 9 }, (_, n) => `parcel-${n}`)),
  intrinsic_value_minor: fc.constantFrom(14_999, 15_000, 500, 9_000, 15_001),
  currency: rarely<"USD" | "EUR">(4, "USD", "EUR"),
  excise_goods: rarely(12, true, false),
  intrinsic_value_eur_minor: fc.constantFrom(undefined, undefined, 15_000, 100, 15_001),
});

const booked = fc.record({
  supply_date: fc.constantFrom(...DAYS),
  consumption_country: fc.constantFrom("DE", "FR", "EL"),
  currency: fc.constantFrom("EUR", "EUR", "SEK", "SEK", "USD", "USD", "JPY", "JPY", "AED"),
  taxable_amount_minor: fc.integer({ min: 0, max: 99_999 }),
  vat_amount_minor: fc.integer({ min: 0, max: 19_999 }),
  customer_type: rarely<"b2b" | "b2c">(15, "b2b", "b2c"),
  classification_status: rarely<"needs_review" | undefined>(15, "needs_review", undefined),
});

const rate = fc.constantFrom(
  { vat_rate_bps: 1_900, rate_category: "standard" as const },
  { vat_rate_bps: 2_500, rate_category: "standard" as const },
  { vat_rate_bps: 550, rate_category: "reduced" as const },
  { vat_rate_bps: 700, rate_category: "reduced" as const },
  { vat_rate_bps: 0, rate_category: "zero" as const },
);

const sale = (event_id: string) =>
  fc
    .tuple(booked, rate, consignment, rarely<string | undefined>(12, undefined, "CN"))
    .map(
      ([event, rates, value, origin_country]): NewEvent =>
        makeImport({ event_id, ...event, ...rates, consignment: value, origin_country }),
    );

/** One that is in the return wherever a registration covers it, but for what it travels with. */
const plainSale = (event_id: string) =>
  fc.tuple(booked, rarely<string | undefined>(4, "parcel-of-three", undefined)).map(
    ([event, id]): NewEvent =>
      makeImport({
        event_id,
        ...event,
        customer_type: "b2c",
        classification_status: undefined,
        consignment: {
          ...(id === undefined ? {} : { id: `${id}-${event_id.slice(-1)}` }),
          intrinsic_value_minor: 5_000,
          currency: "EUR",
          excise_goods: false,
        },
      }),
  );

const nonSale = (event_id: string, ids: readonly string[]) =>
  fc
    .tuple(
      booked,
      fc.constantFrom("refund" as const, "credit_note" as const, "adjustment" as const),
      fc.constantFrom(...ids, "ghost"),
    )
    .map(
      ([event, event_type, original_event_id]): NewEvent => ({
        ...makeRefund({ supply_kind: "imported_goods" }),
        event_id: event_id as EventId,
        ...event,
        event_type,
        original_event_id: original_event_id as EventId,
      }),
    );

/** Sales of the Union scheme on the same days must not get into a month. */
const other = (event_id: string) =>
  booked.map((event): NewEvent => makeSale({ event_id, ...event }));

/** Imports and their corrections around the edges of months; most corrections match their sale. */
export function importHistory(count: number): fc.Arbitrary<NewEvent[]> {
  const ids = Array.from({ length: count }, (_, n) => `i${n}`);
  const sales = ids.slice(0, Math.ceil(count / 2));
  const events = ids.map((id, n) => {
    if (n < sales.length) return n % 3 === 0 ? sale(id) : plainSale(id);
    return n % 10 === 0 ? other(id) : nonSale(id, sales);
  });
  return fc.tuple(...events).map(aligned);
}

function aligned(events: NewEvent[]): NewEvent[] {
  const byId = new Map(events.map((event) => [event.event_id, event]));
  return events.map((event, n) => {
    const original = byId.get((event.original_event_id ?? "") as EventId);
    if (!original || n % 7 === 0) return event;
    const { consumption_country, supply_date } = original;
    const later = event.supply_date > supply_date ? event.supply_date : supply_date;
    return { ...event, consumption_country, supply_date: later };
  });
}
