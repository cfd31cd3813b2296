import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventId } from "../../../../shared/core/ids.ts";
import type { Correction, ImportedEvent } from "../../../../shared/imports/formats/outcome.ts";
import { STRIPE_INVOICES_JSON } from "../../../../shared/imports/formats/stripe-invoices/read.ts";
import {
  outcomesOf,
  type RefundNote,
  withNotes,
} from "../../../../shared/imports/orders/refund-notes.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";

const note = (refund_id: string, second: number, isValid = true): RefundNote => ({
  refund_id,
  modified_at: `2026-10-05T12:00:0${second}.000Z`,
  ...(isValid && {
    correction: {
      outcome: "correction",
      original_key: "in_1",
      details: { order: "in_1" },
      draft: {
        id: refund_id,
        order: "in_1",
        day: "2026-10-06",
        currency: "EUR",
        sums: [{ kind: "tbe_services", net: 1_000, vat: 200, roundings: 1 }],
      },
    } satisfies Correction,
  }),
});

describe("the notes of an order", () => {
  it("are those that were given, whatever the order and number of their arrival", () => {
    const given = [note("a", 1), note("a", 2, false), note("b", 1), note("c", 3)];
    const stand = [note("a", 2, false), note("b", 1), note("c", 3)];
    const sorted = (notes: readonly RefundNote[]) =>
      notes.toSorted((one, other) => (one.refund_id < other.refund_id ? -1 : 1));
    fc.assert(
      fc.property(fc.shuffledSubarray([...given, ...given], { minLength: 8 }), (shuffled) => {
        const notes = shuffled.reduce<readonly RefundNote[]>(
          (seen, refundNote) => withNotes(seen, [refundNote]),
          [],
        );
        expect(sorted(notes)).toEqual(stand);
      }),
    );
  });

  const unread = (second: number): RefundNote => ({
    ...note("a", second, false),
    unread: { outcome: "unresolved", reason: "net_not_split", details: {} },
  });

  it.for<[what: string, known: RefundNote, news: RefundNote, isReplaced: boolean]>([
    ["one that can be read replaces one of its instant that cannot", unread(2), note("a", 2), true],
    ["one that cannot be read replaces none of its instant", note("a", 2), unread(2), false],
    ["two of an instant that cannot be read are one", unread(2), unread(2), false],
    ["an earlier one that can be read replaces none", unread(2), note("a", 1), false],
  ])("%s", ([, known, news, isReplaced]) => {
    expect(withNotes([known], [news])).toEqual([isReplaced ? news : known]);
    expect(withNotes([known], [news])[0]).toBe(isReplaced ? news : known);
  });

  it("are the same list if nothing is new", () => {
    const notes = withNotes([], [note("a", 2)]);
    expect(withNotes(notes, [note("a", 2), note("a", 1)])).toBe(notes);
  });
});

describe("a refund that is reported separately from its order", () => {
  const settings = { source_id: "stripe", establishment_country: "SE" };
  const format = STRIPE_INVOICES_JSON.withSettings(
    STRIPE_INVOICES_JSON.settings.parse(settings),
    BUILT_IN_RATES,
  );
  const sale: ImportedEvent = {
    event_id: "stripe:in_1:tbe_services:2000" as EventId,
    event_type: "sale",
    supply_date: "2026-10-05",
    supply_kind: "tbe_services",
    establishment_country: "SE",
    consumption_country: "FR",
    currency: "EUR",
    taxable_amount_minor: 4_500,
    vat_amount_minor: 900,
    vat_rate_bps: 2_000,
    rate_category: "standard",
    source_id: "stripe",
    transaction_id: "in_1",
  };
  const outcomeWith = (sales: readonly ImportedEvent[], isKnown: boolean) =>
    outcomesOf(format, [note("cn_1", 1), note("cn_2", 1, false)], { sales, isKnown });

  it("is completed from its order", () => {
    expect(outcomeWith([sale], true)).toMatchObject([
      {
        note: { refund_id: "cn_1" },
        outcome: {
          outcome: "event",
          events: [{ original_event_id: sale.event_id, taxable_amount_minor: 1_000 }],
        },
      },
    ]);
  });

  it("waits for its order, and is left out with it", () => {
    const [waiting] = outcomeWith([], false);
    expect(waiting?.outcome).toMatchObject({ reason: "original_not_found" });
    const [left] = outcomeWith([], true);
    expect(left?.outcome).toEqual({ outcome: "excluded", reason: "original_left_out" });
  });

  it("that fits several parts of its order is a question", () => {
    const goods = {
      ...sale,
      event_id: "stripe:in_1:goods:2000" as EventId,
      supply_kind: "goods" as const,
    };
    const [one] = outcomeWith([sale, goods], true);
    expect(one?.outcome).toMatchObject({ reason: "refund_without_vat_split" });
  });
});
