import { expect, it } from "vitest";
import { FREE_TEXT_FIELDS, fieldsWith } from "../../../shared/ledger/events/field-uses.ts";
import { withoutFreeText } from "../../../shared/ledger/supply-records/free-text.ts";
import { supplyRecord } from "../../../shared/ledger/supply-records/supply-record.ts";
import { type EventField, eventFields } from "../../../shared/vat/schemes/event-fields.ts";
import { makeEventRecord } from "../../make/event-record.ts";
import { makeSale } from "../../make/supply-event.ts";

/** Another valid value of each field. A new field without one does not compile. */
const OTHER: Readonly<Record<EventField, unknown>> = {
  event_id: "another",
  event_type: "adjustment",
  original_event_id: "sale-0",
  original_period: "2024-Q4",
  supply_date: "2025-08-02",
  supply_kind: "tbe_services",
  customer_type: "b2b",
  customer_category: "flat_rate_farmer",
  consumption_country: "FR",
  dispatch_country: "IT",
  establishment_country: "NL",
  origin_country: "CN",
  currency: "SEK",
  taxable_amount_minor: 77_700,
  vat_amount_minor: 7_770,
  vat_rate_bps: 2_000,
  rate_category: "reduced",
  supplier_role: "underlying_seller",
  underlying_seller_id: "seller-4711",
  consignment: { intrinsic_value_minor: 1, currency: "EUR", excise_goods: false },
  location_evidence: [{ kind: "ip", country: "DE" }],
  source_id: "another-shop",
  tax_class_id: "books",
  transaction_id: "txn_1",
  quantity: "2.5",
  quantity_unit: "kg",
  hs_code: "610910",
  vat_number_check_id: "vc_019a0b3c4d5e0123456789ab",
  payments: [{ date: "2025-08-03", amount_minor: 11_900 }],
  payments_on_account: [{ date: "2025-07-31", amount_minor: 1_000, currency: "SEK" }],
  invoice_number: "2025-0012",
  invoice_date: "2025-08-04",
  description: "another",
  metadata: { another: "pair" },
};

/** Some fields reach the record only when another one is absent. */
const WITHOUT: Partial<Record<EventField, EventField>> = { origin_country: "dispatch_country" };

it.for(Object.keys(eventFields) as EventField[])("%s reaches its field of the record", (field) => {
  const withField = (extra: object) => {
    const sale = Object.entries({ ...makeSale(), ...extra }).filter(
      ([name]) => name !== WITHOUT[field],
    );
    return supplyRecord(makeEventRecord(Object.fromEntries(sale) as never));
  };
  const before = withField({});
  const after = withField({ [field]: OTHER[field] });
  const target = (Object.keys(before) as (keyof typeof before)[]).filter(
    (name) => fieldsIn(name).includes(field) && before[name] !== after[name],
  );
  expect(target).toHaveLength(isRecorded(field) ? 1 : 0);
});

const recordOf = (field: EventField) =>
  (Object.keys(supplyRecord(makeEventRecord(makeSale()))) as never[]).filter((name) =>
    fieldsWith("record", name).includes(field as never),
  );
const isRecorded = (field: EventField): boolean => recordOf(field).length > 0;
const fieldsIn = (name: string): readonly EventField[] => fieldsWith("record", name as never);

it("erases every free text of a supply outside of the schemes", () => {
  const texts = Object.fromEntries(FREE_TEXT_FIELDS.map((field) => [field, OTHER[field]]));
  const event = { ...makeSale(), ...texts };
  const record = makeEventRecord(event, { treatment: "domestic" });
  const erased = withoutFreeText(record, new Date(0), () => "hash");
  expect(FREE_TEXT_FIELDS.length).toBeGreaterThan(1);
  for (const field of FREE_TEXT_FIELDS) expect(erased[field]).toBeUndefined();
});
