import { expect, test } from "vitest";
import { calculatedBatch, orderOf } from "../../../stack/calculation-batches.ts";
import { newSeller, shown } from "../../../stack/seller.ts";

const line = (line_id: string, tax_class_id: string, gross_amount_minor: number) => ({
  line_id,
  tax_class_id,
  gross_amount_minor,
});

test.for<[what: string, lines: readonly object[], parts: Readonly<Record<string, number>>]>([
  [
    "with ids of their own",
    [line("a", "standard", 1_190), line("b", "standard", 2_380)],
    { order: 3_000 },
  ],
  ["with one id", [line("a", "standard", 1_190), line("a", "standard", 2_380)], { order: 3_000 }],
  [
    "of two classes, beside another rate",
    [line("a", "books", 1_070), line("b", "standard", 1_190), line("b", "food", 2_140)],
    { "order-1900": 1_000, "order-700": 3_000 },
  ],
])("lines of one rate %s are one event, and keep their ids", async ([, lines, parts]) => {
  const seller = await newSeller();
  const whole = { tax_class_id: undefined, gross_amount_minor: undefined, lines };
  const [item] = await calculatedBatch(seller, [orderOf("order", whole)]);
  expect(item?.transaction.lines).toMatchObject(lines);
  expect(item?.events?.map(({ event_id }) => event_id)).toEqual(Object.keys(parts));
  for (const [id, taxable_amount_minor] of Object.entries(parts)) {
    expect((await shown(seller, id)).body).toMatchObject({ taxable_amount_minor });
  }
});
