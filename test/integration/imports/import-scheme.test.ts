import { expect, it } from "vitest";
import { IMPORT_SCHEME_SAMPLES, type Sample } from "../../make/import-sample.ts";
import { wooHeaders } from "../../make/shop-order.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { importedFile } from "../../stack/imports.ts";
import { allSettled, connectedWoo, sendTo } from "../../stack/shops.ts";

const sampleOf = (name: string): Sample => {
  const sample = IMPORT_SCHEME_SAMPLES.find(({ format }) => format.name === name);
  if (!sample) throw new RangeError(name);
  return sample;
};

/** A seller outside the Union, in the import scheme of the Netherlands. */
async function newImporter(): Promise<Account> {
  const seller = await newAccount("importer");
  const { status, text } = await call(seller.full, "POST", "/v1/tax-registrations", {
    scheme_type: "ioss",
    member_state_identification: "NL",
    effective_from: "2026-01-01",
    status: "active",
  });
  expect(status, text).toBe(201);
  return seller;
}

type Shown = {
  readonly rows: {
    readonly member_state_of_consumption: string;
    readonly vat_rate_bps: number;
    readonly taxable_amount_minor: number;
    readonly vat_amount_minor: number;
  }[];
  readonly warnings: { readonly code: string }[];
};

async function returnOf(seller: Account, month: string) {
  const { body } = await call<Shown>(seller.readOnly, "GET", `/v1/returns/ioss/${month}`);
  return {
    rows: body.rows.map((row) => [
      row.member_state_of_consumption,
      row.vat_rate_bps,
      row.taxable_amount_minor,
      row.vat_amount_minor,
    ]),
    codes: body.warnings.map(({ code }) => code),
  };
}

it("orders of Shopify are in the return of the import scheme", async () => {
  const seller = await newImporter();
  const { settings, bytes } = sampleOf("shopify_csv");
  const done = await importedFile(seller, { format: "shopify_csv", settings, bytes });
  expect(done.counts).toMatchObject({
    rows: 8,
    committed: 3,
    excluded: 2,
    unresolved: 3,
    rejected: 0,
  });
  // 160 + 160 + 40 EUR at 20 %.
  expect((await returnOf(seller, "2026-10")).rows).toEqual([["FR", 2_000, 36_000, 7_200]]);
});

it("rows of one order of Amazon are one consignment, which the ledger weighs as a whole", async () => {
  const seller = await newImporter();
  const { settings, bytes } = sampleOf("amazon_avtr");
  const done = await importedFile(seller, { format: "amazon_avtr", settings, bytes });
  expect(done.counts).toMatchObject({ committed: 5, excluded: 1, unresolved: 2, rejected: 1 });
  const path = `/v1/supply-events/${encodeURIComponent("amz-cn:405-0000002-0000002:DaIoss2:SKU-2")}`;
  const { body } = await call(seller.readOnly, "GET", path);
  expect(body).toMatchObject({ exclusion_code: "consignment_value_exceeded_excluded" });
});

it("a connected shop outside the Union sends imports", async () => {
  const { settings, bytes } = sampleOf("woocommerce_json");
  const shop = await connectedWoo(await newImporter(), { settings });
  const [first, , heavy] = JSON.parse(new TextDecoder().decode(bytes)) as object[];
  for (const order of [first, heavy]) {
    const body = JSON.stringify(order);
    const { status } = await sendTo(shop.id, body, wooHeaders(shop.secret, "order.updated", body));
    expect(status).toBe(200);
  }
  const deliveries = await allSettled(shop);
  expect(new Set(deliveries.map(({ outcome }) => outcome))).toEqual(
    new Set(["committed", "excluded"]),
  );
  expect(deliveries.flatMap(({ findings }) => findings.map(({ reason }) => reason))).toEqual([
    "consignment_value_exceeded",
  ]);
  expect((await returnOf(shop.seller, "2026-10")).rows).toEqual([["FR", 2_000, 16_000, 3_200]]);
});
