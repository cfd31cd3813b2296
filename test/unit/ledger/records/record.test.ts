import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { supplyRecord } from "../../../../shared/ledger/supply-records/supply-record.ts";
import {
  recordsCsvHead,
  recordsCsvLines,
  recordsNdjson,
} from "../../../../shared/ledger/supply-records/write-records.ts";
import { makeEventRecord } from "../../../make/event-record.ts";
import { makeImport, makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";

const sale = supplyRecord(
  makeEventRecord(
    makeSale({
      description: '=lamp; "12.50"',
      metadata: { quantity: "3", invoice_number: "0012", order_number: "12.50" },
      source_id: "shop",
    }),
  ),
  { EUR: { count: 2, taxable_amount_minor: 1_500, vat_amount_minor: 285 } },
);

const linkedTo = {
  status: "linked",
  supply_date: "2025-08-01" as IsoDate,
  from_country: "SE",
  rate_category: "reduced",
  vat_rate_bps: 700,
  treatment: "union_oss",
} as const;

const refund = supplyRecord(makeEventRecord(makeRefund(), { link: linkedTo }));

describe("the record of a supply", () => {
  it("of a sale says what was sold, and what was taken back of it", () => {
    expect(sale).toMatchObject({
      article: "63c(1)",
      event_id: "sale-1",
      period: "2025-Q3",
      left_out_as: null,
      taxable_amount_minor: 10_000,
      vat_amount_minor: 1_900,
      changes: [
        {
          currency: "EUR" as const,
          events: 2,
          taxable_amount_minor: -1_500,
          vat_amount_minor: -285,
        },
      ],
      transport_from: "SE",
      transport_to: "DE",
      quantity: "3",
      invoice_number: "0012",
      not_known: ["payments", "payments_on_account"],
    });
  });

  it("of a refund is below zero, and has day and rate of its sale", () => {
    expect(refund).toMatchObject({
      event_type: "refund",
      taxable_amount_minor: -1_000,
      vat_amount_minor: -190,
      original_event_id: "sale-1",
      original_supply_date: "2025-08-01",
      vat_rate_bps: 700,
      rate_category: "reduced",
      changes: [],
    });
  });

  it("of a service says what located the customer, and of no transport", () => {
    const location_evidence = [
      { kind: "ip", country: "DE" },
      { kind: "bank", country: "DE" },
    ];
    const service = supplyRecord(makeEventRecord(makeService({ location_evidence })));
    expect(service).toMatchObject({ location_evidence, transport_from: null, transport_to: null });
  });

  it("of an import is by paragraph 2, with its origin", () => {
    const record = supplyRecord(makeEventRecord(makeImport()));
    expect(record).toMatchObject({ article: "63c(2)", period: "2025-08", transport_from: "CN" });
  });

  it("of what is in no return says why", () => {
    const business = makeEventRecord(makeSale({ customer_type: "b2b" }));
    expect(supplyRecord(business)).toMatchObject({
      treatment: "reverse_charge",
      left_out_as: "classification_excluded",
    });
    const late = makeRefund({ supply_date: "2029-01-10" as IsoDate });
    expect(supplyRecord(makeEventRecord(late, { link: linkedTo }))).toMatchObject({
      left_out_as: "correction_after_three_years_excluded",
    });
    expect(refund.left_out_as).toBeNull();
  });
});

describe("the files", () => {
  it("have one JSON a line", () => {
    const text = recordsNdjson([sale, refund]);
    expect(text.endsWith("\n")).toBe(true);
    const lines = text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [sale, refund].map((one) => ({ ...one })),
    );
  });

  it.for([
    ["comma", "point", ",", "."],
    ["semicolon", "comma", ";", ","],
    ["tab", "comma", "\t", ","],
  ] as const)(
    "as CSV with %s and decimal %s have numbers in amounts alone",
    ([delimiter, decimal, sign, mark]) => {
      const signs = { delimiter, decimal };
      const text = recordsCsvHead(signs) + recordsCsvLines([sale, refund], signs);
      expect(text.startsWith("\ufeffevent_id")).toBe(true);
      const lines: Record<string, string>[] = parse(text, {
        bom: true,
        columns: true,
        delimiter: sign,
      });
      expect(lines[0]).toMatchObject({
        description: `'=lamp; "12.50"`,
        order_number: "12.50",
        invoice_number: "0012",
        taxable_amount: `100${mark}00`,
        vat_rate_pct: `19${mark}00`,
        change_events: "2",
        changed_taxable_amount: `-15${mark}00`,
        not_known: "payments; payments_on_account",
      });
      expect(lines[1]).toMatchObject({
        taxable_amount: `-10${mark}00`,
        vat_amount: `-1${mark}90`,
        original_event_id: "sale-1",
        change_events: "0",
      });
    },
  );
});

describe("payments, invoice and quantity of a supply (Art. 63c(1)(b), (h) to (j))", () => {
  const own = {
    quantity: "2.5",
    quantity_unit: "kg",
    payments: [
      { date: "2025-08-03" as IsoDate, amount_minor: 10_000 },
      { date: "2025-08-04" as IsoDate, amount_minor: 21_000, currency: "SEK" as const },
    ],
    payments_on_account: [{ date: "2025-07-30" as IsoDate, amount_minor: -100 }],
    invoice_number: "2025-0012",
    invoice_date: "2025-08-05" as IsoDate,
    customer_category: "flat_rate_farmer" as const,
  };
  const metadata = { quantity: "9", invoice_number: "other", payments_on_account: "none" };
  const record = supplyRecord(makeEventRecord(makeSale({ ...own, metadata })));

  it("are those of the event's own fields, before its metadata", () => {
    expect(record).toMatchObject({
      ...own,
      payments: [
        { date: "2025-08-03", amount_minor: 10_000, currency: "EUR" as const },
        { date: "2025-08-04", amount_minor: 21_000, currency: "SEK" as const },
      ],
      payments_on_account: [{ date: "2025-07-30", amount_minor: -100, currency: "EUR" as const }],
      not_known: ["description"],
    });
  });

  it("stand in the CSV", () => {
    const signs = { delimiter: "comma", decimal: "point" } as const;
    const [row] = parse(recordsCsvHead(signs) + recordsCsvLines([record], signs), {
      bom: true,
      columns: true,
    }) as Record<string, string>[];
    expect(row).toMatchObject({
      quantity: "2.5",
      quantity_unit: "kg",
      payments: "2025-08-03 100.00 EUR; 2025-08-04 210.00 SEK",
      payments_on_account: "2025-07-30 -1.00 EUR",
      invoice_number: "2025-0012",
      invoice_date: "2025-08-05",
      customer_category: "flat_rate_farmer",
    });
  });

  it("are of metadata where the event has no such fields", () => {
    expect(supplyRecord(makeEventRecord(makeSale({ metadata })))).toMatchObject({
      payments: [],
      payments_on_account: "none",
      quantity: "9",
      invoice_number: "other",
      customer_category: null,
    });
  });
});
