import { expect, it } from "vitest";
import type { ImportView } from "../../../shared/imports/jobs/schema.ts";
import { sampleBytes } from "../../make/import-sample.ts";
import { call } from "../../stack/api.ts";
import { importedFile, newImport } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";

type Settings = { readonly id: string; readonly settings: Record<string, unknown> };

const PROFILE = {
  source_key: "shop",
  display_name: "Shop",
  channel_type: "owned_store",
  dispatch_country: "GR",
  supplier_establishment_country: "SE",
};

const FILE = {
  format: "woocommerce_json",
  settings: { source_id: "shop" },
  bytes: sampleBytes("woocommerce-orders.json"),
};

it("countries that are not sent are those of the source, and stay when its profile changes", async () => {
  const seller = await newSeller("SE");
  const post = (path: string, body: object) => call<Settings>(seller.full, "POST", path, body);
  const asked = { ...FILE, source_id: "shop", size_bytes: FILE.bytes.length, bytes: undefined };
  const refused = await post("/v1/imports", asked);
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("dispatch_country"),
  ]);
  const source = await post("/v1/sources", PROFILE);
  const imported = await importedFile(seller, FILE);
  expect(imported.settings).toMatchObject({ dispatch_country: "EL" });
  const sent = { ...FILE, settings: { source_id: "shop", dispatch_country: "DE" } };
  expect((await newImport(seller, sent)).settings).toMatchObject({ dispatch_country: "DE" });
  const shopify = { kind: "shopify", source_id: "shop", settings: {} };
  const connection = await post("/v1/connections", shopify);
  const both = { dispatch_country: "EL", establishment_country: "SE" };
  expect([connection.status, connection.body.settings]).toEqual([
    201,
    expect.objectContaining(both),
  ]);
  const own = await newImport(seller, { ...sent, format: "shopify_json" });
  expect(own.settings).toMatchObject({ dispatch_country: "DE", establishment_country: "SE" });
  const path = `/v1/sources/${source.body.id}`;
  await call(seller.full, "PATCH", path, { dispatch_country: "FR" });
  const after = await call<ImportView>(seller.readOnly, "GET", `/v1/imports/${imported.id}`);
  expect(after.body).toEqual(imported);
  const connected = `/v1/connections/${connection.body.id}`;
  const kept = await call<Settings>(seller.full, "GET", connected);
  expect(kept.body.settings).toMatchObject(both);
});

it("a country outside the Union fills in no dispatch", async () => {
  const seller = await newSeller("SE");
  await call(seller.full, "POST", "/v1/sources", { ...PROFILE, dispatch_country: "CN" });
  const asked = { ...FILE, source_id: "shop", size_bytes: 1, bytes: undefined };
  const { status, text } = await call(seller.full, "POST", "/v1/imports", asked);
  expect([status, text]).toEqual([400, expect.stringContaining("needed for goods")]);
});
