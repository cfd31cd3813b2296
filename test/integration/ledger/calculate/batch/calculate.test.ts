import { beforeAll, describe, expect, it } from "vitest";
import { type Account, call, newAccount } from "../../../../stack/api.ts";
import { calculatedBatch, orderOf, refusedFields } from "../../../../stack/calculation-batches.ts";
import { calculated, listed, makeCalculation } from "../../../../stack/calculations.ts";
import { newSeller } from "../../../../stack/seller.ts";

let seller: Account;
beforeAll(async () => {
  seller = await newSeller();
});

const GOODS = { supply_kind: "goods", dispatch_country: "SE" };

const LINES = {
  tax_class_id: undefined,
  gross_amount_minor: undefined,
  lines: [
    { line_id: "book", tax_class_id: "books", gross_amount_minor: 1_070 },
    { line_id: "lamp", tax_class_id: "standard", gross_amount_minor: 2_380 },
  ],
  shipping_amount_minor: 500,
};

const without = ({
  transaction_id,
  created_at,
  ...rest
}: {
  readonly transaction_id: string;
  readonly created_at: string;
}) => rest;

describe("a batch of calculations", () => {
  it("answers each as it would be answered alone, and keeps each", async () => {
    const asked = [
      {},
      LINES,
      { country: "FI", supply: GOODS },
      {
        country: "FI",
        supply: { ...GOODS, customer_type: "b2b", customer_vat_number: "FI20774740" },
      },
      { country: "NO", supply: GOODS },
      { country: "JP", currency: "JPY", tax_class_id: undefined, vat_rate_bps: 1_000 },
      { gross_amount_minor: -11_900 },
    ];
    const shop = { "X-Source-ID": "shop-batch" };
    const items = await calculatedBatch(seller, asked.map(makeCalculation), shop);
    expect(items.map(({ events }) => events)).toEqual(asked.map(() => null));
    const alone = [];
    for (const one of asked) alone.push(await calculated(seller, one, shop));
    expect(items.map(({ transaction }) => without(transaction))).toEqual(alone.map(without));

    const { items: stored } = (await listed(seller, "?source_id=shop-batch")).body;
    expect(stored).toHaveLength(14);
    for (const { transaction } of items) expect(stored).toContainEqual(transaction);
    const tags = await call<{ items: unknown[] }>(seller.full, "GET", "/v1/sources/unknown");
    expect(tags.body.items).toContainEqual(
      expect.objectContaining({ source_id: "shop-batch", transaction_count: 14 }),
    );
  });

  it("of 200 items is taken, of none or 201 refused", async () => {
    const many = Array.from({ length: 201 }, () => makeCalculation());
    expect(await calculatedBatch(seller, many.slice(1))).toHaveLength(200);
    const refused = { status: 400, error: "invalid_request", fields: ["items"] };
    expect(await refusedFields(seller, many)).toEqual(refused);
    expect(await refusedFields(seller, [])).toEqual(refused);
  });

  it("is refused with every fault by its index, and keeps nothing", async () => {
    const account = await newAccount("faulty");
    const commit = { event_id: "e", event_type: "refund", original_transaction_id: "txn_1" };
    const items = [
      makeCalculation(),
      makeCalculation({ country: "xx", colour: "red" }),
      makeCalculation({ tax_class_id: undefined }),
      null,
      makeCalculation({ lines: [{ gross_amount_minor: 1.5 }] }),
      makeCalculation({ commit }),
    ];
    expect((await refusedFields(account, items)).fields?.toSorted()).toEqual([
      "items.1.colour",
      "items.1.country",
      "items.2.tax_class_id",
      "items.3",
      "items.4.gross_amount_minor",
      "items.4.lines.0.gross_amount_minor",
      "items.4.lines.0.tax_class_id",
      "items.4.tax_class_id",
      "items.5.commit.original_transaction_id",
    ]);
    expect((await listed(account)).body.items).toEqual([]);
  });

  it("tells what only computing finds with every index, too", async () => {
    const account = await newAccount("faulty");
    const items = [
      makeCalculation(),
      makeCalculation({ country: "US" }),
      makeCalculation({ supply: { supply_kind: "goods" } }),
      orderOf("e-1", { transaction_date: "2999-01-01" }),
      makeCalculation({ commit: { event_id: "e-2", event_type: "sale" } }),
      orderOf("e-3", {}, { dispatch_country: "DK" }),
    ];
    expect(await refusedFields(account, items)).toEqual({
      status: 400,
      error: "invalid_request",
      fields: [
        "items.1.tax_class_id",
        "items.2.supply.dispatch_country",
        "items.3.transaction_date",
        "items.4.commit.supply_kind",
        "items.5.commit.dispatch_country",
      ],
    });
    expect((await listed(account)).body.items).toEqual([]);
  });

  it("names items of one event_id, and what is too much together", async () => {
    const twins = [orderOf("e-1"), orderOf("e-2"), orderOf("e-1")];
    expect((await refusedFields(seller, twins)).fields).toEqual(["items.2.commit.event_id"]);
    const line = { tax_class_id: "standard", gross_amount_minor: 1 };
    const plain = { tax_class_id: undefined, gross_amount_minor: undefined };
    const long = makeCalculation({ ...plain, lines: Array.from({ length: 200 }, () => line) });
    const lines = Array.from({ length: 11 }, () => long);
    expect((await refusedFields(seller, lines)).fields).toEqual(["items"]);
    const rates = [100, 200, 300].map((vat_rate_bps) => ({
      vat_rate_bps,
      gross_amount_minor: 999,
    }));
    const split = Array.from({ length: 167 }, (_, n) =>
      orderOf(`s-${n}`, { ...plain, lines: rates }),
    );
    expect((await refusedFields(seller, split)).fields).toEqual(["items"]);
  });
});

describe("a rate of the shop's own", () => {
  it("is recorded with the place of supply and the rate of the catalogue", async () => {
    const own = { vat_rate_bps: 2_000, country: "FI" };
    const [charged, unclassed] = await calculatedBatch(seller, [
      makeCalculation({ ...own, gross_amount_minor: 12_000, supply: GOODS }),
      makeCalculation({ ...own, tax_class_id: undefined, supply: GOODS }),
    ]);
    expect(charged?.transaction).toMatchObject({
      vat_rate_bps: 2_000,
      class_rate_bps: 2_550,
      rate_category: "reduced",
      net_amount_minor: 10_000,
      vat_amount_minor: 2_000,
      treatment: "union_oss",
      taxed_in: "FI",
    });
    expect(unclassed?.transaction).toHaveProperty("class_rate_bps", null);
    expect(unclassed?.transaction).toMatchObject({ vat_rate_bps: 2_000, taxed_in: "FI" });
  });

  it("is charged although nobody had to, and no rate at all is 0", async () => {
    const business = { ...GOODS, customer_type: "b2b", customer_vat_number: "FI20774740" };
    const [charged, none] = await calculatedBatch(seller, [
      makeCalculation({
        country: "FI",
        vat_rate_bps: 2_550,
        gross_amount_minor: 12_550,
        supply: business,
      }),
      makeCalculation({ country: "FI", vat_rate_bps: 0, supply: business }),
    ]);
    expect(charged?.transaction).toMatchObject({
      vat_amount_minor: 2_550,
      class_rate_bps: null,
      treatment: "reverse_charge",
    });
    expect(none?.transaction).toMatchObject({ vat_amount_minor: 0, vat_rate_bps: 0 });
  });

  it("may differ from line to line, and comes to the ledger as it was charged", async () => {
    const lines = [
      { tax_class_id: "books", vat_rate_bps: 1_100, gross_amount_minor: 1_110 },
      { tax_class_id: "standard", gross_amount_minor: 12_550 },
    ];
    const order = { country: "FI", tax_class_id: undefined, gross_amount_minor: undefined, lines };
    const [item] = await calculatedBatch(seller, [orderOf("own-1", order)]);
    expect(item?.transaction.lines).toMatchObject([
      { vat_rate_bps: 1_100, class_rate_bps: 1_400, vat_amount_minor: 110 },
      { vat_rate_bps: 2_550, vat_amount_minor: 2_550 },
    ]);
    expect(
      item?.events?.map(({ event_id, checks }) => [event_id, checks.map(({ code }) => code)]),
    ).toEqual([
      ["own-1-2550", []],
      ["own-1-1100", ["rate_not_in_force"]],
    ]);
  });
});
