import { expect, it } from "vitest";
import { MAGENTO_JSON } from "../../../../shared/imports/formats/magento-json/read.ts";
import { utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { SAMPLES } from "../../../make/import-sample.ts";

const sample = SAMPLES.find(({ format }) => format === MAGENTO_JSON);

/** The outcomes of records of the sample, each after changes. */
async function outcomesOf(...records: readonly (readonly [n: number, changes: object])[]) {
  const values = records.map(([n, changes]) => ({
    ...(JSON.parse(sample?.pieces.records[n] ?? "") as object),
    ...changes,
  }));
  const bytes = utf8(JSON.stringify({ items: values, total_count: values.length }));
  const rows = await importInMemory(MAGENTO_JSON, sample?.settings ?? {}, bytes);
  return rows.map(({ outcome }) =>
    outcome.outcome === "event"
      ? outcome.events.map((event) => [event.taxable_amount_minor, event.vat_amount_minor])
      : outcome,
  );
}

it("a gift card is a means of payment, and lowers no price", async () => {
  const order = JSON.parse(sample?.pieces.records[2] ?? "") as { extension_attributes: object };
  const extension_attributes = { ...order.extension_attributes, gift_cards_amount: 20 };
  const paid = { grand_total: 100, total_paid: 100, total_due: 0, extension_attributes };
  expect(await outcomesOf([2, paid])).toEqual([[[10_000, 2_000]]]);
});

it("a fee that was kept of a refund over two rates asks whose rate it has", async () => {
  const [, refund] = await outcomesOf(
    [9, {}],
    [15, { grand_total: 70, adjustment_negative: 8.36 }],
  );
  expect(refund).toMatchObject({ reason: "refund_without_vat_split" });
});

it("an order whose lines do not add up to its total asks", async () => {
  // A fixed product tax is in the total alone.
  const [sale] = await outcomesOf([0, { grand_total: 60.8, total_paid: 60.8 }]);
  expect(sale).toMatchObject({ outcome: "unresolved", reason: "net_not_split" });
});
