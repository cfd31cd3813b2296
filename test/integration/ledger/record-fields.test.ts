import { expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";
import { calculated } from "../../stack/calculations.ts";
import { importedFile } from "../../stack/imports.ts";
import { commit, committed, newSeller, shown } from "../../stack/seller.ts";

const FIELDS = {
  quantity: "2.5",
  quantity_unit: "kg",
  payments: [{ date: "2025-08-03" as IsoDate, amount_minor: 11_900 }],
  payments_on_account: [
    { date: "2025-07-30" as IsoDate, amount_minor: 1_000, currency: "SEK" as const },
  ],
  invoice_number: "2025-0012",
  invoice_date: "2025-08-05" as IsoDate,
  customer_category: "non_taxable_legal_person" as const,
};

it("an event has payments, invoice, quantity and the customer's category", async () => {
  const seller = await newSeller();
  const event = makeSale(FIELDS);
  const [item] = await committed(seller, event);
  expect(item).toMatchObject({ treatment: "union_oss", checks: [] });
  expect((await shown(seller, "sale-1")).body).toMatchObject(FIELDS);
  expect(await committed(seller, event)).toMatchObject([{ status: "duplicate" }]);
});

it.for<[string, object]>([
  ["quantity", { quantity: "2,5" }],
  ["quantity", { quantity: 3 }],
  ["payments", { payments: [] }],
  ["payments.0.date", { payments: [{ date: "3 August", amount_minor: 1 }] }],
  [
    "payments_on_account.0.currency",
    { payments_on_account: [{ ...FIELDS.payments[0], currency: "EURO" as const }] },
  ],
  ["invoice_number", { invoice_number: "" }],
  ["customer_category", { customer_category: "farmer" }],
])("%s is refused in another form", async ([field, changes]) => {
  const { status, body } = await commit(await newSeller(), { ...makeSale(), ...changes });
  expect([status, body]).toMatchObject([400, { details: [{ field }] }]);
});

it("a calculation is committed with them", async () => {
  const account = await newAccount("german");
  const { transaction_id } = await calculated(account, {
    country: "DE",
    gross_amount_minor: 11_900,
    price_includes_vat: true,
    transaction_date: "2025-08-01",
  });
  const { status } = await call(account.full, "POST", `/v1/transactions/${transaction_id}/commit`, {
    event_id: "sale-1",
    event_type: "sale",
    supply_kind: "goods",
    dispatch_country: "SE",
    ...FIELDS,
  });
  expect(status).toBe(200);
  expect((await shown(account, "sale-1")).body).toMatchObject(FIELDS);
});

it("a file has them in columns", async () => {
  const seller = await newSeller();
  const rows = [
    "event_id;event_type;supply_date;supply_kind;dispatch_country;consumption_country;currency;taxable_amount;vat_amount;vat_rate;quantity;quantity_unit;payments;payments_on_account;invoice_number;invoice_date;customer_category",
    "one;sale;2025-08-01;goods;SE;DE;EUR;100,00;19,00;19;2.5;kg;2025-08-03:119,00;2025-07-30:10,00:SEK;2025-0012;2025-08-05;non_taxable_legal_person",
    "two;sale;2025-08-01;goods;SE;DE;EUR;100,00;19,00;19;;;soon:119,00;;;;",
  ];
  const settings = { source_id: "shop", decimal_separator: "," };
  const bytes = new TextEncoder().encode(`${rows.join("\n")}\n`);
  const { counts } = await importedFile(seller, { format: "events_csv", settings, bytes });
  expect(counts).toMatchObject({ committed: 1, rejected: 1 });
  expect((await shown(seller, "one")).body).toMatchObject(FIELDS);
});
