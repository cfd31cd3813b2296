import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { linkOf, signedAmounts } from "../../../../shared/ledger/events/links.ts";
import type { NewEvent } from "../../../../shared/ledger/events/schema.ts";
import { exclusionIn } from "../../../../shared/ledger/sums/sum.ts";
import { sumsOfEvent } from "../../../../shared/ledger/sums/sums-of-event.ts";
import { type LedgerEvent, withLink } from "../../../../shared/vat/schemes/supply-event.ts";
import { makeImport, makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";
import { recordOf } from "../memory-ledger.ts";

const leftOutOf = (event: LedgerEvent) =>
  sumsOfEvent(event).filter(({ partition }) => partition.startsWith("x"));

function refundOf(sale: NewEvent): LedgerEvent {
  const refund = recordOf(makeRefund({ currency: sale.currency }));
  return withLink(refund, linkOf(refund, recordOf(sale)));
}

function waiting(event: NewEvent): LedgerEvent {
  const refund = recordOf(event);
  return withLink(refund, linkOf(refund, undefined));
}

const business = makeSale({ customer_type: "b2b" });

describe("an event that a return excludes", () => {
  test.for([
    [
      "a sale to a business",
      recordOf(business),
      "classification_excluded|rightful|reverse_charge|sale|EUR",
    ],
    [
      "its refund",
      refundOf(business),
      "correction_reference_invalid_excluded|rightful|reverse_charge|correction|EUR",
    ],
    [
      "a sale in review",
      recordOf(makeSale({ classification_status: "needs_review", currency: "SEK" })),
      "needs_review_excluded|open|union_oss|sale|SEK",
    ],
    [
      "an export",
      recordOf(makeSale({ consumption_country: "US" })),
      "classification_excluded|rightful|export|sale|EUR",
    ],
    [
      "a domestic sale",
      recordOf(makeSale({ consumption_country: "SE" })),
      "classification_excluded|rightful|domestic|sale|EUR",
    ],
    [
      "a sale by a marketplace",
      recordOf(makeSale({ supplier_role: "underlying_seller" })),
      "classification_excluded|rightful|deemed_by_marketplace|sale|EUR",
    ],
    [
      "an exempt sale",
      recordOf(makeSale({ rate_category: "exempt" })),
      "unsupported_rate_category_excluded|rightful|union_oss|sale|EUR",
    ],
    [
      "a refund without its sale",
      waiting(makeRefund()),
      "correction_reference_missing_excluded|open|union_oss|correction|EUR",
    ],
  ] as const)("is kept by treatment, kind and currency: %s", ([, event, key]) => {
    const { taxable, vat } = signedAmounts(event);
    expect(leftOutOf(event)).toEqual([
      {
        partition: `x${sumsOfEvent(event)[0]?.partition}`,
        key: `left|${key}`,
        amounts: { event_count: 1, taxable_amount_minor: taxable, vat_amount_minor: vat },
      },
    ]);
  });
});

test.for([
  ["a sale of goods", recordOf(makeSale())],
  ["a service", recordOf(makeService())],
  ["an import", recordOf(makeImport())],
  ["a refund of a declared sale", refundOf(makeSale())],
  ["an undone sale", { ...recordOf(business), undone: true } as LedgerEvent],
] as const)("%s writes no excluded amount", ([, event]) => {
  expect(leftOutOf(event)).toEqual([]);
});

it("counts exactly the events that returns count as excluded", () => {
  const event = fc.record({
    customer_type: fc.constantFrom("b2c" as const, "b2b" as const),
    rate_category: fc.constantFrom("standard" as const, "reduced" as const, "zero" as const),
    classification_status: fc.constantFrom("classified" as const, "needs_review" as const),
    consumption_country: fc.constantFrom("DE", "SE", "US"),
    currency: fc.constantFrom("EUR" as const, "SEK" as const),
  });
  fc.assert(
    fc.property(event, (changes) => {
      const record = recordOf(makeSale(changes));
      const [own] = sumsOfEvent(record);
      const isExcluded = exclusionIn(own?.key ?? "") !== undefined;
      expect(leftOutOf(record).map(({ amounts }) => amounts)).toEqual(
        isExcluded ? [own?.amounts] : [],
      );
    }),
  );
});
