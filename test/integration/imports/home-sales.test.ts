import { expect, it } from "vitest";
import { sha256Of } from "../../../shared/core/hash.ts";
import { nothingOf } from "../../../shared/imports/orders/open-orders.ts";
import { saveShopOrder } from "../../../shared/imports/orders/store-orders.ts";
import { utf8 } from "../../make/damaged-file.ts";
import { modifiedAt, type ShopOrder, wooOrder, wooRefund } from "../../make/shop-order.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { findingsOf, importedFile } from "../../stack/imports.ts";
import { type Bridge, expectEachLineOpens } from "../../stack/opened-lines.ts";
import { listed, register, summaryOf } from "../../stack/seller.ts";
import { allSettled, connectedWoo, openOrdersOf, sendOrder } from "../../stack/shops.ts";

/* Sales with the VAT of home, from the file or the message of a shop to the EUR 10,000 of Art. 59c(1). */

async function germanSeller(entered: Readonly<Record<string, number>> = {}): Promise<Account> {
  const seller = await newAccount("home");
  const turnover = Object.entries({ 2025: 0, ...entered });
  const profile = {
    establishment_country: "DE",
    entered_turnover: turnover.map(([year, amount_minor]) => ({
      year: Number(year),
      amount_minor,
      currency: "EUR",
    })),
  };
  expect((await call(seller.full, "PUT", "/v1/account", profile)).status).toBe(200);
  return seller;
}

/** An order of EUR 1,000.00 to France with the VAT of Germany. */
const order = (id: number, more: Partial<ShopOrder> = {}): ShopOrder => ({
  id,
  country: "FR",
  lines: [{ net: 100_000, rate: 1_900 }],
  ...more,
});

const QUARTER = "/v1/returns/union-oss/2026-Q4";

const SETTINGS = { source_id: "shop", dispatch_country: "DE" };

const imported = (seller: Account, documents: readonly unknown[]) =>
  importedFile(seller, {
    format: "woocommerce_json",
    settings: SETTINGS,
    bytes: utf8(JSON.stringify(documents)),
  });

async function threshold({ readOnly }: Account) {
  const body = { threshold_type: "oss", from: "2026-01-01", to: "2026-11-22" };
  return (await call(readOnly, "POST", "/v1/vat/threshold-check", body)).body;
}

const treatments = async (seller: Account) =>
  (await listed(seller, "?limit=200")).body.items.map(({ treatment }) => treatment);

const REFUND = { id: 77, day: "2026-10-20", lines: [{ net: 40_000, rate: 1_900 }] };
const LAST = order(12, { refunds: [REFUND] });
const TWELVE = [...Array.from({ length: 11 }, (_, n) => order(n + 1)), LAST];

it("a file with EUR 12,000 of sales taxed at home exceeds the threshold, and is in no return", async () => {
  const seller = await germanSeller();
  const documents = [...TWELVE.map(wooOrder), wooRefund(LAST, REFUND)];
  const { counts, reasons } = await imported(seller, documents);
  expect(counts).toMatchObject({ rows: 13, committed: 13, excluded: 0, unresolved: 0 });
  expect(reasons).toEqual({ refund_apart: 1 });
  // A refund lowers no turnover of this threshold (decision 0040).
  expect(await threshold(seller)).toMatchObject({
    current_minor: 1_200_000,
    exceeded: true,
    destination_taxation_applies: true,
    decision: { current_minor: 1_200_000, reasons: [{ code: "exceeded_this_year" }] },
  });
  expect(new Set(await treatments(seller))).toEqual(new Set(["origin_below_threshold"]));

  await register(seller, "DE", "2026-10-15");
  expect(await summaryOf(seller, "2026-Q4")).toMatchObject({
    rows: [],
    corrections: [],
    totals: { payable_vat_minor: 0 },
    warnings: [
      { code: "classification_excluded", count: 12 },
      { code: "correction_reference_invalid_excluded", count: 1 },
    ],
  });
  // 12 × 1,190.00 with VAT, less a refund of 476.00.
  const { body } = await call<Bridge>(seller.readOnly, "GET", `${QUARTER}/bridge`);
  const shown = body.lines.map(({ sign, code, count, amounts }) => [
    `${sign} ${code}`,
    count,
    amounts[0]?.gross_amount_minor ?? 0,
  ]);
  expect(shown).toEqual([
    ["plus in_files", 13, 1_380_400],
    ["equals recorded", 13, 1_380_400],
    ["minus domestic", 13, 1_380_400],
    ["equals in_return", 0, 0],
    ["equals payable", 0, 0],
  ]);
  await expectEachLineOpens(seller, QUARTER);
  expect((await imported(seller, documents)).counts).toMatchObject({ committed: 0, duplicate: 13 });
  expect(await threshold(seller)).toMatchObject({ current_minor: 1_200_000, exceeded: true });
  // From the day of the registration, home VAT is wrong, and the month waits for a decision.
  const later = await imported(seller, [wooOrder(order(13, { day: "2026-10-16" }))]);
  expect(later).toMatchObject({
    counts: { committed: 0, unresolved: 1 },
    reasons: { taxed_at_home_under_scheme: 1 },
  });
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });
});

it("a sale of a year with entered turnover is booked with a remark", async () => {
  const seller = await germanSeller({ 2026: 300_000 });
  const { id, counts } = await imported(seller, [wooOrder(order(1))]);
  expect(counts.committed).toBe(1);
  expect((await findingsOf(seller, id))[1]).toContain(",event,maybe_in_entered_turnover,");
  expect(await threshold(seller)).toMatchObject({ decision: { current_minor: 400_000 } });
});

it("an order that a former version left out stays so until the shop edits it", async () => {
  const seller = await germanSeller();
  const shop = await connectedWoo(seller, { settings: { dispatch_country: "DE" } });
  const sold = order(1);
  const document = wooOrder(sold);
  const left = { source_id: "shop", order_id: "1" };
  const content = sha256Of(JSON.stringify([document]));
  const known = { modified_at: modifiedAt(sold), content, connection_id: shop.id, version: 1 };
  await saveShopOrder(seller.account, { ...nothingOf(left), ...known }, undefined);

  await sendOrder(shop, sold);
  expect(await allSettled(shop)).toMatchObject([
    { outcome: "excluded", findings: [{ reason: "taxed_in_dispatch_country" }] },
  ]);
  await register(seller, "DE", "2026-10-01");
  await sendOrder(shop, sold, "order.created");
  await allSettled(shop);
  expect(await openOrdersOf(shop)).toEqual([]);
  expect(await treatments(seller)).toEqual([]);

  await sendOrder(shop, { ...sold, modified: 60 });
  await allSettled(shop);
  expect(await openOrdersOf(shop)).toMatchObject([
    { outcome: "unresolved", findings: [{ reason: "taxed_at_home_under_scheme" }] },
  ]);
  // The shop charges the VAT of France now.
  await sendOrder(shop, { ...sold, modified: 120, lines: [{ net: 100_000, rate: 2_000 }] });
  await allSettled(shop);
  expect(await openOrdersOf(shop)).toEqual([]);
  expect(await treatments(seller)).toEqual(["union_oss"]);
});

it("a connected order that was taxed at home counts, and an edit with the VAT of the customer's country replaces it", async () => {
  const seller = await germanSeller();
  const shop = await connectedWoo(seller, { settings: { dispatch_country: "DE" } });
  await sendOrder(shop, order(1));
  await allSettled(shop);
  expect(await treatments(seller)).toEqual(["origin_below_threshold"]);
  await sendOrder(shop, order(1, { modified: 60, lines: [{ net: 60_000, rate: 1_900 }] }));
  await allSettled(shop);
  // An adjustment follows its sale, and lowers no turnover of this threshold.
  expect(await treatments(seller)).toEqual(["origin_below_threshold", "origin_below_threshold"]);
  expect(await threshold(seller)).toMatchObject({ current_minor: 100_000 });
  await sendOrder(shop, order(1, { modified: 120, lines: [{ net: 60_000, rate: 2_000 }] }));
  await allSettled(shop);
  expect(await threshold(seller)).toMatchObject({ current_minor: 60_000 });
  // The file of the shop has the same order.
  const again = order(1, { modified: 120, lines: [{ net: 60_000, rate: 2_000 }] });
  expect((await imported(seller, [wooOrder(again)])).counts).toMatchObject({ duplicate: 1 });
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });
});

// The columns of the itemized report: https://docs.stripe.com/reports/report-types/tax
const COLUMNS =
  "country_code,currency,customer_tax_id,destination_resolved_address_country,id,line_item_id,jurisdiction_level,jurisdiction_name,tax_code,tax_date,tax_name,tax_rate,tax_amount,taxability,taxability_reason,taxable_amount,transaction_date,type,invoice_metadata[order],credit_note_metadata[order]";

/** A line to a consumer in France, of a document that names an order of the seller. */
const stripeLine = (id: string, vatOf: string, rate: string, net: string, vat: string) =>
  id.startsWith("in_")
    ? `${vatOf},eur,,FR,${id},il_1,country,${vatOf},txcd_10103000,2026-10-05,VAT,${rate},${vat},taxable,standard_rated,${net},2026-10-05,invoice,${id},`
    : `${vatOf},eur,,FR,${id},il_1,country,${vatOf},txcd_10103000,2026-10-05,VAT,${rate},${vat},taxable,standard_rated,${net},2026-10-19,credit_note,,in_1`;

it("a report of Stripe books what has the VAT of home as taxed at home, and what has that of France for France", async () => {
  const seller = await germanSeller();
  await register(seller, "DE", "2026-10-15");
  const lines = [
    stripeLine("in_1", "DE", "0.19", "1000.00", "190.00"),
    stripeLine("cn_1", "DE", "0.19", "-400.00", "-76.00"),
    stripeLine("in_2", "FR", "0.20", "500.00", "100.00"),
    stripeLine("in_3", "ES", "0.21", "100.00", "21.00"),
  ];
  const { counts, reasons } = await importedFile(seller, {
    format: "stripe_itemized",
    settings: {
      source_id: "stripe",
      establishment_country: "DE",
      tax_code_kinds: { txcd_10103000: "tbe_services" },
      link_metadata_key: "order",
    },
    bytes: utf8([COLUMNS, ...lines, ""].join("\n")),
  });
  expect(counts).toMatchObject({ rows: 4, committed: 3, unresolved: 1 });
  expect(reasons).toEqual({ rate_not_in_force: 1 });
  const { items } = (await listed(seller, "?limit=200")).body;
  const shown = items.map(({ event_type, treatment, checks }) => [event_type, treatment, checks]);
  expect(shown).toEqual([
    ["sale", "origin_below_threshold", []],
    ["sale", "union_oss", []],
    ["refund", "origin_below_threshold", []],
  ]);
  // Services of home count as well as those of the scheme, and refunds lower nothing (decision 0040).
  expect(await threshold(seller)).toMatchObject({ current_minor: 150_000 });
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });
});
