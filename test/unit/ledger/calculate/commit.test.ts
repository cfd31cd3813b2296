import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../../shared/core/ids.ts";
import {
  type CommitTransaction,
  eventsOf,
} from "../../../../shared/ledger/calculate/commit-transaction.ts";
import type { Transaction } from "../../../../shared/ledger/calculate/transaction-schema.ts";
import { errorOf, fieldsOf } from "../../../make/refusal.ts";
import type { EventChanges } from "../../../make/supply-event.ts";
import {
  makeCommit,
  makeTransaction,
  PLACED_GOODS,
  TRANSACTION_ID,
} from "../../../make/transaction.ts";

const TODAY = "2025-08-02" as IsoDate;

const events = (transaction: Partial<Transaction> = {}, body: Partial<CommitTransaction> = {}) =>
  eventsOf(makeTransaction(transaction), makeCommit(body), TODAY);

const amounts = (net: number, vat: number) => ({
  net_amount_minor: net,
  vat_amount_minor: vat,
  gross_amount_minor: net + vat,
});

describe("a transaction becomes an event", () => {
  it("with its amounts, rate, class, place, day and source", () => {
    expect(events({ source_id: "shop" })).toEqual([
      {
        event_id: "order-1",
        event_type: "sale",
        supply_date: "2025-08-01",
        supply_kind: "goods",
        consumption_country: "DE",
        dispatch_country: "SE",
        currency: "EUR",
        taxable_amount_minor: 10_000,
        vat_amount_minor: 1_900,
        vat_rate_bps: 1_900,
        rate_category: "standard",
        source_id: "shop",
        tax_class_id: "standard",
        transaction_id: TRANSACTION_ID,
      },
    ]);
  });

  it("with what it was placed by, without being told again", () => {
    const { supply_kind, dispatch_country, ...rest } = makeCommit();
    const placed = { ...PLACED_GOODS, supplier_role: "deemed_supplier" } as const;
    expect(eventsOf(makeTransaction({ supply: placed }), rest, TODAY)).toMatchObject([
      {
        supply_kind: "goods",
        dispatch_country: "SE",
        establishment_country: "SE",
        supplier_role: "deemed_supplier",
        customer_type: "b2c",
      },
    ]);
  });

  it("of a consumer, where a business could not show a number", () => {
    const supply = { ...PLACED_GOODS, customer_type: "b2b" } as const;
    expect(events({ supply })).toMatchObject([{ customer_type: "b2c" }]);
  });

  it("at no rate where the customer accounts for the tax", () => {
    const supply = { ...PLACED_GOODS, customer_type: "b2b", treated_as: "b2b" } as const;
    const untaxed = { vat_rate_bps: 0, rate_category: null, ...amounts(10_000, 0), supply };
    expect(events(untaxed)).toMatchObject([
      { customer_type: "b2b", vat_rate_bps: 0, rate_category: "zero", vat_amount_minor: 0 },
    ]);
  });

  it("in France, of Monaco", () => {
    expect(events({ country: "MC" })).toMatchObject([{ consumption_country: "FR" }]);
  });

  it.for<[string, CommitTransaction["event_type"], number, number]>([
    ["a credit as a refund", "refund", -10_000, 10_000],
    ["a credit as a credit note", "credit_note", -10_000, 10_000],
    ["a price as a refund", "refund", 10_000, 10_000],
    ["a credit as an adjustment", "adjustment", -10_000, -10_000],
    ["a price as an adjustment", "adjustment", 10_000, 10_000],
  ])("with the sign of its type: %s", ([, event_type, net, taxable_amount_minor]) => {
    const sold = { ...amounts(net, net * 0.19) };
    expect(events(sold, { event_type, original_event_id: "order-0" as EventId })).toMatchObject([
      { taxable_amount_minor, vat_amount_minor: taxable_amount_minor * 0.19 },
    ]);
  });
});

const LINES: NonNullable<Transaction["lines"]> = [
  {
    tax_class_id: "standard",
    vat_rate_bps: 1_900,
    rate_category: "standard",
    ...amounts(2_000, 380),
    shipping: amounts(400, 76),
  },
  { tax_class_id: "food", vat_rate_bps: 700, rate_category: "reduced", ...amounts(1_000, 70) },
  { vat_rate_bps: 700, rate_category: "reduced", ...amounts(33, 2) },
];

describe("a transaction with lines", () => {
  it("becomes an event for each rate, which adds what was booked", () => {
    const whole = { lines: LINES, vat_rate_bps: null, ...amounts(3_433, 528) };
    expect(events(whole)).toMatchObject([
      {
        event_id: "order-1-1900",
        taxable_amount_minor: 2_400,
        vat_amount_minor: 456,
        rate_category: "standard",
        tax_class_id: "standard",
      },
      {
        event_id: "order-1-700",
        taxable_amount_minor: 1_033,
        vat_amount_minor: 72,
        rate_category: "reduced",
        tax_class_id: undefined,
      },
    ]);
  });

  it("of one rate becomes one event, under the id given", () => {
    expect(events({ lines: LINES.slice(1), ...amounts(1_033, 72) })).toMatchObject([
      { event_id: "order-1", taxable_amount_minor: 1_033, vat_amount_minor: 72 },
    ]);
  });
});

type Refused = readonly [
  what: string,
  transaction: Partial<Transaction>,
  body: Partial<CommitTransaction>,
  fields: readonly string[],
];

const outside = { ...PLACED_GOODS, member_state_of_consumption: null };

const outsideScope = { supply: outside, treatment: "outside_scope" as const };

type Placed = readonly [
  what: string,
  transaction: Partial<Transaction>,
  body: Partial<CommitTransaction>,
  event: EventChanges,
];

describe("a transaction brings its place and treatment", () => {
  it.for<Placed>([
    [
      "in a Member State",
      { supply: PLACED_GOODS, treatment: "union_oss" },
      {},
      { consumption_country: "DE", treatment: "union_oss" },
    ],
    [
      "taxed at home below the threshold",
      { supply: PLACED_GOODS, treatment: "origin_below_threshold" },
      {},
      { consumption_country: "DE", treatment: "origin_below_threshold" },
    ],
    [
      "outside the Union, where the facts say so",
      { country: "US", ...outsideScope },
      {},
      { consumption_country: "US", treatment: undefined },
    ],
    [
      "outside the Union, without a supply",
      { country: "US" },
      {},
      { consumption_country: "US", treatment: undefined },
    ],
    [
      "on the Canary Islands",
      { country: "ES", ...outsideScope },
      {},
      { consumption_country: "ES", treatment: "outside_scope" },
    ],
    [
      "of a service to a consumer outside the Union, which is taxed at home (Art. 45)",
      { country: "US", ...outsideScope, treatment: "domestic" },
      {},
      { consumption_country: "US", treatment: "domestic" },
    ],
    [
      "of such a service to the Canary Islands",
      { country: "ES", ...outsideScope, treatment: "domestic" },
      {},
      { consumption_country: "ES", treatment: "domestic" },
    ],
    [
      "of services to Northern Ireland",
      { country: "XI" },
      { supply_kind: "tbe_services", dispatch_country: undefined },
      { consumption_country: "GB", treatment: undefined },
    ],
    [
      "of a refund: that of its sale",
      { supply: PLACED_GOODS, treatment: "origin_below_threshold" },
      { event_type: "refund", original_event_id: "order-0" as EventId },
      { consumption_country: "DE", treatment: undefined },
    ],
  ])("%s", ([, transaction, body, event]) => {
    const placed = events(transaction, body).map(({ consumption_country, treatment }) => ({
      consumption_country,
      treatment,
    }));
    expect(placed).toEqual([event]);
  });
});

describe("a transaction is refused", () => {
  it.for<Refused>([
    ["without a kind", {}, { supply_kind: undefined }, ["supply_kind"]],
    [
      "of the day after tomorrow",
      { transaction_date: "2025-08-04" as IsoDate },
      {},
      ["transaction_date"],
    ],
    [
      "as another kind",
      { supply: PLACED_GOODS },
      { supply_kind: "other_services", dispatch_country: undefined },
      ["supply_kind"],
    ],
    ["from elsewhere", { supply: PLACED_GOODS }, { dispatch_country: "PL" }, ["dispatch_country"]],
    [
      "as a marketplace's",
      { supply: PLACED_GOODS },
      { supplier_role: "deemed_supplier" },
      ["supplier_role"],
    ],
    ["to a business", { supply: PLACED_GOODS }, { customer_type: "b2b" }, ["customer_type"]],
    [
      "as a sale of less than nothing",
      amounts(-100, -19),
      {},
      ["taxable_amount_minor", "vat_amount_minor"],
    ],
    [
      "as a sale with an original",
      {},
      { original_event_id: "order-0" as EventId },
      ["original_event_id"],
    ],
    [
      "as imports without a consignment",
      {},
      { supply_kind: "imported_goods", dispatch_country: undefined },
      ["consignment"],
    ],
    [
      "with an id too long for its rates",
      { lines: LINES, ...amounts(3_433, 528) },
      { event_id: "x".repeat(96) as EventId },
      ["event_id"],
    ],
    [
      "for several reasons",
      { transaction_date: "2025-08-04" as IsoDate },
      { supply_kind: undefined },
      ["transaction_date", "supply_kind"],
    ],
  ])("%s", ([, transaction, body, fields]) => {
    const refusal = errorOf(() => events(transaction, body));
    expect(refusal.code).toBe("invalid_request");
    expect(fieldsOf(refusal)).toEqual(fields);
  });
});
