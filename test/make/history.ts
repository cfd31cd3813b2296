import fc from "fast-check";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { EventId } from "../../shared/core/ids.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { makeRefund, makeSale } from "./supply-event.ts";

const DAYS = ["2025-02-10", "2025-04-02", "2025-05-20", "2025-07-05", "2025-09-30"] as IsoDate[];
/** Weighted, so that most events reach a return. */
const KINDS = [
  "goods",
  "goods",
  "goods",
  "goods",
  "tbe_services",
  "tbe_services",
  "other_services",
  "other_services",
  "imported_goods",
  "energy",
  "assembly_installation",
] as const;

/** One or, one time in six, the other. */
const usually = <Common, Rare>(common: fc.Arbitrary<Common>, rare: fc.Arbitrary<Rare>) =>
  fc.oneof({ weight: 5, arbitrary: common }, { weight: 1, arbitrary: rare });

const amounts = fc.record({
  taxable_amount_minor: fc.integer({ min: 0, max: 50_000 }),
  vat_amount_minor: fc.integer({ min: 0, max: 12_000 }),
});

const common = fc.record({
  supply_date: fc.constantFrom(...DAYS),
  supply_kind: fc.constantFrom(...KINDS),
  consumption_country: fc.constantFrom("DE", "FR", "EL"),
  currency: fc.constantFrom("EUR", "SEK", "JPY"),
  rate: usually(
    fc.constantFrom(
      { vat_rate_bps: 1_900, rate_category: "standard" as const },
      { vat_rate_bps: 700, rate_category: "reduced" as const },
    ),
    fc.constant({ vat_rate_bps: 0, rate_category: "zero" as const }),
  ),
  amounts,
  strict: usually(
    fc.constant(undefined),
    fc.constantFrom("needs_review" as const, "excluded" as const),
  ),
  said: usually(
    fc.constant({}),
    fc.constantFrom<Partial<NewEvent>>(
      { treatment: "origin_below_threshold" },
      { treatment: "domestic" },
      { treatment: "export" },
      { supplier_role: "underlying_seller" },
      { customer_type: "b2b" },
      { consumption_country: "US" },
    ),
  ),
});

const placeOf = (kind: string, at: "SE" | "PL"): Partial<NewEvent> => {
  if (kind === "goods") return { dispatch_country: at };
  if (kind === "imported_goods") {
    // Two travel together, a third makes them worth too much.
    const id = at === "SE" ? { id: "parcel" } : {};
    const consignment = {
      ...id,
      intrinsic_value_minor: 7_500,
      currency: "EUR" as const,
      excise_goods: false,
    };
    return { consignment, origin_country: "CN" };
  }
  const isFromEstablishment = kind.endsWith("services") || kind === "energy";
  return isFromEstablishment ? { establishment_country: at } : {};
};

const sale = (event_id: string) =>
  fc
    .tuple(
      common,
      fc.constantFrom("SE" as const, "PL" as const),
      usually(fc.constant(true), fc.constant(false)),
    )
    .map(([{ rate, amounts, strict, said, ...event }, at, complete]): NewEvent => {
      const { dispatch_country, ...base } = makeSale();
      const place =
        complete || event.supply_kind === "imported_goods" ? placeOf(event.supply_kind, at) : {};
      return {
        ...base,
        event_id: event_id as EventId,
        ...event,
        ...rate,
        ...amounts,
        ...place,
        ...said,
        classification_status: strict,
      };
    });

const nonSale = (event_id: string, ids: readonly string[]) =>
  fc
    .tuple(
      common,
      fc.constantFrom("refund" as const, "credit_note" as const, "adjustment" as const),
      fc.option(fc.constantFrom(...ids, "ghost"), { freq: 9, nil: undefined }),
    )
    .map(
      ([{ rate, amounts, strict, said, ...event }, event_type, original_event_id]): NewEvent => ({
        ...makeRefund(),
        event_id: event_id as EventId,
        event_type,
        original_event_id: original_event_id as EventId,
        ...event,
        ...rate,
        ...amounts,
        classification_status: strict,
      }),
    );

/**
 * Sales and non-sales that refer to one another in every way: early, late, to themselves, to
 * non-sales, in circles, to what never comes. Half of the non-sales match their original.
 */
export const history = (size: { min: number; max: number }): fc.Arbitrary<NewEvent[]> =>
  fc.integer(size).chain((count) => {
    const ids = Array.from({ length: count }, (_, n) => `e${n}`);
    const events = ids.map((id) => fc.oneof(sale(id), nonSale(id, ids)));
    return fc.tuple(...events).map(alignHalf);
  });

/** A non-sale that matches is given a sale to match. */
function alignHalf(events: NewEvent[]): NewEvent[] {
  const sales = events.filter((event) => event.event_type === "sale");
  return events.map((event, n) => {
    const sale = sales[n % sales.length];
    if (event.event_type === "sale" || !sale || n % 2 === 0) return event;
    const { event_id: original_event_id, supply_kind, consumption_country } = sale;
    return { ...event, original_event_id, supply_kind, consumption_country };
  });
}
