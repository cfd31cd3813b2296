import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Connection } from "../../../client/src/eu-vat-client.ts";
import type { ShopOrder } from "../../make/shop-order.ts";
import { callAt } from "../../stack/api.ts";
import { lookUntil } from "../../stack/look-until.ts";
import { runCommand, runStack, type StackProcess } from "../../stack/run-stack.ts";
import { SHOPIFY_KEYS, startShopifyShop, startWooShop, WOO_KEYS } from "../../stack/shop-server.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

const SHOPIFY = {
  unshipped_kind: "goods",
  dispatch_country: "SE",
  establishment_country: "SE",
};

/*
 * A ledger of orders that an older release booked by its own rules (test/stored-folders/make-orders.ts). A change of our
 * rules is no edit of the shop: caught up and imported again, nothing that is booked changes by itself.
 */
const ARCHIVE = new URL("../../stored-folders/orders/6c6be2bf.tar.gz", import.meta.url).pathname;

type Documents = {
  readonly woocommerce: readonly ShopOrder[];
  readonly shopify: readonly ShopOrder[];
  readonly stripe: readonly unknown[];
};

const folder = temporaryFolder();
const dataDir = join(folder, "data");
let stack: StackProcess;
let url: string;
let key: string;
let documents: Documents;

const get = async <Body>(path: string) => (await callAt<Body>(url, key, "GET", path)).body;

beforeAll(async () => {
  execFileSync("tar", ["-xzf", ARCHIVE, "-C", folder]);
  documents = JSON.parse(readFileSync(join(folder, "documents.json"), "utf8"));
  stack = runStack(dataDir, ["--no-demo"], { WEBHOOKS_ALLOW_LOOPBACK: "1" });
  url = (await stack.ready).url;
  const flags = ["--account", "kept", "--scope", "full"];
  key = (await runCommand("scripts/operate/issue-key.ts", flags, dataDir)).stdout.trim();
});
afterAll(() => stack.end("SIGKILL"));

type Listed = { items: Record<string, unknown>[]; next_cursor: string | null };

/** Every event with its amounts, by its id. */
async function ledger(): Promise<Record<string, unknown>> {
  const found: [string, unknown][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Listed = await get(`/v1/supply-events?limit=100${cursor && `&cursor=${cursor}`}`);
    for (const { event_id, taxable_amount_minor, vat_amount_minor, treatment } of page.items) {
      found.push([String(event_id), [taxable_amount_minor, vat_amount_minor, treatment]]);
    }
    cursor = page.next_cursor;
  }
  return Object.fromEntries(found);
}

async function caughtUp({ id }: Connection) {
  const path = `/v1/connections/${id}`;
  const begun = await callAt(url, key, "POST", `${path}/catch-up`, { from: "2026-10-01" });
  expect(begun.status, begun.text).toBe(202);
  return lookUntil(async () => {
    const { catch_up } = await get<Connection>(path);
    return catch_up && catch_up.done_at !== null ? catch_up : undefined;
  });
}

/** Compares the ledger with what it had before: nothing of it has changed, and nothing is new but some refunds. */
async function expectKept(before: Record<string, unknown>, refunds = 0) {
  const after = await ledger();
  const kept = Object.entries(after).filter(([id]) => id in before);
  expect(Object.fromEntries(kept)).toEqual(before);
  const more = Object.keys(after).filter((id) => !(id in before));
  expect(more.filter((id) => !/:r\d+:/.test(id))).toEqual([]);
  expect(more.length).toBe(refunds);
}

it.for<["woocommerce" | "shopify", object, refunds: number]>([
  // Messages of WooCommerce only name their refunds, so that the catch-up finds what they lower.
  ["woocommerce", WOO_KEYS, 12],
  ["shopify", SHOPIFY_KEYS, 0],
])(
  "a catch-up of %s changes nothing that an older release has booked",
  async ([kind, keys, refunds]) => {
    const before = await ledger();
    expect(Object.keys(before).length).toBeGreaterThan(100);
    const { items } = await get<{ items: Connection[] }>("/v1/connections");
    const connection = items.find((one) => one.kind === kind) as Connection;
    const server = await (kind === "shopify" ? startShopifyShop() : startWooShop());
    for (const order of documents[kind]) server.orders.set(order.id, order);
    const access = { address: server.url, ...keys };
    const path = `/v1/connections/${connection.id}/access`;
    expect((await callAt(url, key, "POST", path, access)).status).toBe(200);
    const found = await caughtUp(connection);
    expect(found).toMatchObject({ state: "done", taken_back: 0 });
    await expectKept(before, refunds);
    await server.close();
  },
);

it.for<[string, string, object, (of: Documents) => readonly unknown[]]>([
  [
    "woocommerce_json",
    "file-woocommerce_json",
    { dispatch_country: "SE" },
    ({ woocommerce }) => woocommerce.map(({ document }) => document),
  ],
  [
    "woocommerce_json",
    "woocommerce",
    { dispatch_country: "SE" },
    ({ woocommerce }) => woocommerce.map(({ document }) => document),
  ],
  [
    "shopify_json",
    "file-shopify_json",
    SHOPIFY,
    ({ shopify }) => shopify.map(({ document }) => document),
  ],
  ["shopify_json", "shopify", SHOPIFY, ({ shopify }) => shopify.map(({ document }) => document)],
  [
    "stripe_invoices_json",
    "file-stripe_invoices_json",
    { establishment_country: "SE" },
    ({ stripe }) => stripe,
  ],
])(
  "a file of %s imported again into %s changes nothing that an older release has booked",
  async ([format, source_id, settings, of]) => {
    const before = await ledger();
    const file = join(folder, "again.json");
    writeFileSync(file, JSON.stringify(of(documents)));
    const flags = ["--account", "kept", "--source", source_id, "--format", format];
    const own = ["--settings", JSON.stringify(settings), file];
    const { stdout } = await runCommand("scripts/operate/import.ts", [...flags, ...own], dataDir);
    // What today\'s judge would book otherwise is told.
    expect(stdout).toMatch(/\n +0 {2}committed\n/);
    await expectKept(before);
  },
);
