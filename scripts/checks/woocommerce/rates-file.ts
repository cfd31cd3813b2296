import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../local/failure.ts";
import { apiCall } from "../../operate/imports/api-call.ts";
import type { ReachedApi } from "../../operate/imports/reach-api.ts";
import { type Finding, ran } from "../tool.ts";
import type { Shop } from "./shop.ts";

/** Our classes with the names of the shop's classes, and the net price of an article of each, in cents. */
const CLASSES = [
  { ours: "standard", slug: "", price: 1_999 },
  { ours: "books", slug: "check-books", price: 733 },
  { ours: "food", slug: "check-food", price: 10_450 },
  { ours: "pharma", slug: "check-pharma", price: 99 },
  { ours: "children_clothing", slug: "check-children", price: 3_333 },
] as const;

/** An address in each Member State, and in places whose postcodes have rates of their own. */
const ADDRESSES: readonly string[] = [
  ...["AT 1010", "AT 6691", "AT 6690", "AT 6991", "AT 6993", "AT 6994", "BE 1000", "BG 1000"],
  ...["CY 1010", "CZ 110 00", "DE 10115", "DE 27498", "DE 78266", "DE 78267", "DK 1050"],
  ...["EE 10111", "ES 28001", "ES 35001", "ES 38670", "ES 51001", "ES 52006", "ES 05100"],
  ...["FI 00100", "FI 22100", "FI 21999", "FI 23000", "FR 75001", "FR 20000", "FR 97110"],
  ...["FR 97200", "FR 97300", "FR 97400", "FR 97500", "FR 97600", "FR 98800", "GR 104 31"],
  ...["GR 630 86", "GR 63087", "GR 63088", "HR 10000", "HU 1011", "IE D02 AF30", "IT 00184"],
  ...["IT 22061", "IT 22060", "IT 23041", "IT 23030", "LT 01100", "LU 1111", "LV LV-1010"],
  ...["MC 98000", "MT VLT 1111", "NL 1012 AB", "PL 00-001", "PT 1000-001", "PT 9000-123"],
  ...["PT 9499-999", "PT 9500-321", "PT 9999-999", "PT 8999-999", "RO 010011", "SE 111 20"],
  ...["SI 1000", "SK 811 01", "GB BT1 5GS", "GB BT94 1AA", "GB SW1A 1AA", "CH 8001", "NO 0150"],
];

/** Imports a file by the shop's own importer, after all rates of the shop are removed. */
const IMPORTER = `
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/class-wp-importer.php';
require_once WC()->plugin_path() . '/includes/admin/importers/class-wc-tax-rate-importer.php';
global $wpdb;
$ids = $wpdb->get_col("SELECT tax_rate_id FROM {$wpdb->prefix}woocommerce_tax_rates");
foreach ($ids as $id) { WC_Tax::_delete_tax_rate($id); }
if (isset($argv[2])) { (new WC_Tax_Rate_Importer())->import($argv[2]); }
`;

async function importRates(wordpress: string, file?: string): Promise<void> {
  const args = ["-r", IMPORTER, "--", wordpress, ...(file === undefined ? [] : [file])];
  const run = await ran("php", args);
  const isDone = run?.code === 0 && (file === undefined || run.stdout.includes("All done!"));
  if (!isDone) throw new Failure(`the shop's importer: ${run?.stdout} ${run?.stderr}`);
}

type Checked = { readonly shop: Shop; readonly home: string; readonly folder: string };

/**
 * Imports the rates file of an account and compares the shop's carts with the service's calculations, for a seller below
 * the threshold and for one above it. Needs the folder of the shop's WordPress, whose importer has no API.
 */
export async function checkRatesFile(
  { shop, home, folder }: Checked,
  accounts: Readonly<Record<"home" | "destination", ReachedApi>>,
): Promise<readonly Finding[]> {
  const wordpress = process.env["WOOCOMMERCE_FOLDER"];
  if (!wordpress) {
    console.error("  rates file: not imported; set WOOCOMMERCE_FOLDER");
    return [];
  }
  await using closing = new AsyncDisposableStack();
  const products = await prepareCarts(shop, closing);
  closing.defer(() => importRates(wordpress));
  const findings: Finding[] = [];
  for (const scope of ["home", "destination"] as const) {
    const api = accounts[scope];
    await beSeller(api, home, scope === "home" ? 0 : 2_000_000);
    const file = join(folder, `${scope}.csv`);
    await writeFile(file, await ratesFileOf(api));
    await importRates(wordpress, file);
    const charged = await cartsOf(shop, products);
    const calculated = await calculatedFor(api, scope);
    const differing = findingsOf(scope, charged, calculated);
    const lines = [...calculated.values()].flat().filter((vat) => vat !== null).length;
    console.error(`  rates file, ${scope}: ${lines} lines, ${differing.length} differ`);
    findings.push(...differing);
  }
  return findings;
}

/** Says where the account is established, and what it sold abroad the year before. */
async function beSeller(api: ReachedApi, home: string, amount_minor: number): Promise<void> {
  const year = new Date().getUTCFullYear() - 1;
  const entered_turnover = [{ year, amount_minor, currency: "EUR" }];
  await asked(api, "PUT", "/v1/account", { establishment_country: home, entered_turnover });
}

function ratesFileOf(api: ReachedApi): Promise<string> {
  const classes = CLASSES.map(({ ours, slug }) => `class=${ours}:${slug}`).join("&");
  return asked(api, "GET", `/v1/rates-files/woocommerce?${classes}`);
}

async function asked({ url, key }: ReachedApi, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Failure(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

/** Makes the classes and one article of each; returns the numbers of the articles. */
async function prepareCarts(shop: Shop, closing: AsyncDisposableStack) {
  const known = await shop.ask<readonly { slug: string }[]>("GET", "taxes/classes");
  for (const { slug } of CLASSES) {
    if (slug === "" || known.some((taxClass) => taxClass.slug === slug)) continue;
    await shop.ask("POST", "taxes/classes", { name: slug });
    closing.defer(async () => void (await shop.ask("DELETE", `taxes/classes/${slug}?force=true`)));
  }
  for (const [group, name, value] of [
    ["general", "woocommerce_calc_taxes", "yes"],
    ["tax", "woocommerce_prices_include_tax", "no"],
    ["tax", "woocommerce_tax_round_at_subtotal", "no"],
  ] as const) {
    const before = await shop.setting(group, name);
    closing.defer(() => shop.set(group, name, before));
    await shop.set(group, name, value);
  }
  const made = await shop.create<{ readonly id: number }>(
    "products",
    CLASSES.map(({ ours, slug, price }) => ({
      name: `rates file ${ours}`,
      regular_price: (price / 100).toFixed(2),
      tax_class: slug || "standard",
      status: "publish",
    })),
  );
  const ids = made.map(({ id }) => id);
  closing.defer(() => shop.remove("products", ids));
  return ids;
}

/** The VAT of each line in cents, by address. */
type Lines = ReadonlyMap<string, readonly (number | null)[]>;

type Cart = {
  readonly items: readonly {
    readonly id: number;
    readonly totals: { readonly line_total_tax: string };
  }[];
};

/** Asks a cart with one article of each class for its VAT at each address. */
async function cartsOf(shop: Shop, products: readonly number[]): Promise<Lines> {
  const cart = new ShopCart(shop.keys.url);
  for (const id of products) await cart.ask("POST", "add-item", { id, quantity: 1 });
  const lines = new Map<string, readonly number[]>();
  for (const text of ADDRESSES) {
    const address = { ...addressOf(text), state: "", city: "Trial", address_1: "Road 1" };
    const { items } = await cart.ask("POST", "update-customer", {
      billing_address: address,
      shipping_address: address,
    });
    const vat = new Map(items.map((item) => [item.id, Number(item.totals.line_total_tax)]));
    lines.set(
      text,
      products.map((id) => vat.get(id) ?? Number.NaN),
    );
  }
  return lines;
}

const addressOf = (text: string) => ({ country: text.slice(0, 2), postcode: text.slice(3) });

/** A cart of the shop's Store API, as a browser has it. */
class ShopCart {
  readonly #url: string;
  #token: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async ask(method: string, path: string, body?: object): Promise<Cart> {
    if (this.#token === undefined && path !== "") await this.ask("GET", "");
    const answer = await fetch(`${this.#url}/wp-json/wc/store/v1/cart/${path}`.replace(/\/$/, ""), {
      method,
      headers: {
        "content-type": "application/json",
        ...(this.#token && { "cart-token": this.#token }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Failure(`the shop's cart: ${path}: ${answer.status} ${text}`);
    this.#token = answer.headers.get("cart-token") ?? this.#token;
    return JSON.parse(text) as Cart;
  }
}

type Calculated = {
  readonly items: readonly {
    readonly transaction: { readonly lines: readonly { readonly vat_amount_minor: number }[] };
  }[];
};

/** Asks the service for the VAT of the same lines; null where it knows no rate, so that the file has none. */
async function calculatedFor(api: ReachedApi, scope: "home" | "destination"): Promise<Lines> {
  const known = (text: string) =>
    scope === "destination" && text.startsWith("GB BT") ? CLASSES.slice(0, 1) : CLASSES;
  const items = ADDRESSES.map((text) => ({
    country: addressOf(text).country,
    currency: "EUR",
    price_includes_vat: false,
    lines: known(text).map(({ ours, price }) => ({
      line_id: ours,
      tax_class_id: ours,
      gross_amount_minor: price,
    })),
    supply: { supply_kind: "goods", customer_postcode: addressOf(text).postcode },
  }));
  const answer = await apiCall<Calculated>(api, "POST", "/v1/vat/calculate", {
    store: false,
    items,
  });
  return new Map(
    ADDRESSES.map((text, at) => {
      const lines = answer.items[at]?.transaction.lines ?? [];
      return [text, CLASSES.map((_, n) => lines[n]?.vat_amount_minor ?? null)] as const;
    }),
  );
}

function findingsOf(scope: string, charged: Lines, calculated: Lines): Finding[] {
  return ADDRESSES.flatMap((text) =>
    CLASSES.flatMap(({ ours }, n) => {
      const [wanted, found] = [calculated.get(text)?.[n], charged.get(text)?.[n]];
      if (wanted === null || wanted === found) return [];
      const message = `the shop charges ${found} cents, the service ${wanted}`;
      return [{ rule: "rates file", where: `${scope} ${text} ${ours}`, text: message }];
    }),
  );
}
