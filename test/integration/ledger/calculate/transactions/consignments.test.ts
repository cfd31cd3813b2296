import { expect, test } from "vitest";
import { auditOf } from "../../../../stack/audit.ts";
import { calculated, commitOf } from "../../../../stack/calculations.ts";
import { newImporter } from "../../../../stack/importer.ts";
import { shown } from "../../../../stack/seller.ts";

/** Books at 7 % and a lamp at 19 %, at net prices of EUR 100.00 and 60.00 or so. */
const order = (books: number, lamp: number) => ({
  tax_class_id: undefined,
  gross_amount_minor: undefined,
  price_includes_vat: false,
  lines: [
    { tax_class_id: "books", gross_amount_minor: books },
    { tax_class_id: "standard", gross_amount_minor: lamp },
  ],
});

test.for([
  ["150.00", 10_000, 5_000, null],
  ["160.00", 10_000, 6_000, "consignment_value_exceeded_excluded"],
] as const)("an order of two rates is one parcel, of EUR %s", async ([, books, lamp, code]) => {
  const importer = await newImporter({});
  const { transaction_id } = await calculated(importer, order(books, lamp));
  const { body } = await commitOf(importer, transaction_id, {
    event_id: "o-1",
    event_type: "sale",
    supply_kind: "imported_goods",
    origin_country: "CN",
    consignment: { intrinsic_value_minor: books + lamp, currency: "EUR" },
  });
  expect(body.items.map((item) => [item.event_id, item.exclusion_code])).toEqual([
    ["o-1-1900", code],
    ["o-1-700", code],
  ]);
  expect((await shown(importer, "o-1-700")).body.consignment).toEqual({
    id: "o-1",
    intrinsic_value_minor: books,
    currency: "EUR",
    intrinsic_value_eur_minor: null,
    excise_goods: false,
  });
  expect(await auditOf(importer.account)).toMatchObject({
    differences: [],
    stale_events: [],
  });
});
