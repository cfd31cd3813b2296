import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { seeded } from "../../scripts/demo/dice.ts";
import { type ShopLine, type ShopOrder, shopifyOrder, wooOrder } from "../make/shop-order.ts";
import { stripeInvoice } from "../make/stripe-document.ts";
import { call, startedRelease, url } from "./release.ts";

/*
 * Makes a ledger of orders of shops by an older release, itself: orders that its readers judged otherwise than today's judge
 * among them. The documents of the shops are packed beside the data, as today's version meets them again.
 *
 *   node test/stored-folders/make-orders.ts <checkout of the release> <file>.tar.gz
 */
const [checkout = "", target = ""] = process.argv.slice(2).map((path) => resolve(path));
const { folder, run, pack } = await startedRelease(checkout);
const SECRET = "a-secret-of-the-shop";
const ORDERS = 60;

const RATES: Readonly<Record<string, readonly number[]>> = {
  FR: [2_000, 550],
  NL: [2_100, 900],
  FI: [2_550, 1_350],
};

/** Orders at the rates of their country, at the home rate, with a part without VAT, or with a refund. */
function ordersOf(random: () => number): ShopOrder[] {
  const below = (n: number) => Math.floor(random() * n);
  return Array.from({ length: ORDERS }, (_, n) => {
    const country = Object.keys(RATES)[below(3)] ?? "FR";
    const [standard = 0, reduced = 0] = RATES[country] ?? [];
    const second: ShopLine[] =
      [[], [{ net: 500 + below(900), rate: reduced }], [{ net: 300 + below(900), rate: 0 }]][
        below(3)
      ] ?? [];
    const rate = below(5) === 0 ? 2_500 : standard;
    const lines = [{ net: 1_000 + below(9_000), rate }, ...second];
    const refund = { id: 90_000 + n, day: "2026-10-20", lines: [{ net: 500, rate }] };
    return {
      id: 2_001 + n,
      country,
      modified: n,
      status: below(8) === 0 ? "pending" : "completed",
      lines,
      ...(below(4) === 0 && { refunds: [refund] }),
    };
  });
}

const cents = (text: unknown, more: number) => (Number(text) + more / 100).toFixed(2);

/** Every fourth order was paid a cent more than its lines. */
const paid = (order: Record<string, unknown>, n: number) =>
  n % 4 === 3 ? { ...order, total: cents(order["total"], 1) } : order;

const SHOPS = {
  woocommerce: { settings: { dispatch_country: "SE" }, header: "x-wc-webhook" },
  shopify: {
    settings: { unshipped_kind: "goods", dispatch_country: "SE", establishment_country: "SE" },
    header: "x-shopify",
  },
} as const;
type Kind = keyof typeof SHOPS;

async function connected(key: string, kind: Kind) {
  const { settings, header } = SHOPS[kind];
  const { id } = await call(key, "POST", "/v1/connections", { kind, source_id: kind, settings });
  await call(key, "POST", `/v1/connections/${id}/secret`, { secret: SECRET });
  for (const { document } of documents[kind]) {
    const body = JSON.stringify(document);
    const digest = createHmac("sha256", SECRET).update(body).digest("base64");
    const topic = kind === "shopify" ? "orders/updated" : "order.updated";
    const signature = kind === "shopify" ? "hmac-sha256" : "signature";
    await fetch(`${url}/v1/inbound/${id}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [`${header}-topic`]: topic,
        [`${header}-${signature}`]: digest,
      },
      body,
    });
  }
}

function imported(format: string, settings: object, documents: readonly unknown[]) {
  const file = join(folder, `${format}.json`);
  writeFileSync(file, JSON.stringify(documents));
  const args = ["--account", "kept", "--source", `file-${format}`, "--format", format];
  try {
    run("operate/import.ts", ...args, "--settings", JSON.stringify(settings), file);
  } catch {
    // The command says by its exit code that rows are open.
  }
}

const orders = ordersOf(seeded(6));
const documents = {
  woocommerce: orders.map((order, n) => ({ ...order, document: paid(wooOrder(order), n) })),
  shopify: orders.map((order) => ({ ...order, document: shopifyOrder(order) })),
  stripe: orders.map(({ id, country = "FR", lines }) =>
    stripeInvoice({
      id: `in_${id}`,
      country,
      taxes: lines.map(({ net, rate }) => ({ net, vat: Math.round((net * rate) / 10_000) })),
    }),
  ),
};

const key = run("operate/issue-key.ts", "--account", "kept", "--scope", "full");
await call(key, "PUT", "/v1/account", { establishment_country: "SE", display_name: "Kept" });
await call(key, "POST", "/v1/tax-registrations", {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  effective_from: "2024-01-01",
  status: "active",
});
await connected(key, "woocommerce");
await connected(key, "shopify");
const { woocommerce, shopify } = SHOPS;
const written = (kind: Kind) => documents[kind].map(({ document }) => document);
imported("woocommerce_json", woocommerce.settings, written("woocommerce"));
imported("shopify_json", shopify.settings, written("shopify"));
imported("stripe_invoices_json", { establishment_country: "SE" }, documents.stripe);
// Messages and jobs that were begun end.
await wait(30_000);
writeFileSync(join(folder, "documents.json"), JSON.stringify(documents));
await pack(target, "documents.json");
