import type { ReachedApi } from "../operate/imports/reach-api.ts";
import { serviceOf } from "./service.ts";
import type { Finding, OutsideTool } from "./tool.ts";
import { ConnectedAccount } from "./woocommerce/account.ts";
import { booksOf, booksOfDeleted, keptOrders } from "./woocommerce/books.ts";
import { type Catalogue, clearShop, prepareShop } from "./woocommerce/catalogue.ts";
import { type Account, findingsOf, rejections, standings } from "./woocommerce/compare.ts";
import { importFindings, importOrders } from "./woocommerce/import-file.ts";
import { type Lived, liveShop } from "./woocommerce/live.ts";
import { plannedOrders, TAX_SETTINGS } from "./woocommerce/plan.ts";
import { checkRatesFile } from "./woocommerce/rates-file.ts";
import { sayCatchUp, sayMessages, sayOrders, saySums, sayVerdicts } from "./woocommerce/report.ts";
import { Shop, shopKeys } from "./woocommerce/shop.ts";

const SEED = process.env["SEED"] || "20261128";

/** A real shop, which makes, changes and tells its orders itself; its own books are what the ledger must have. */
export const WOOCOMMERCE: OutsideTool = {
  name: "woocommerce",
  source:
    "a shop for trials on this machine; set WOOCOMMERCE_URL, WOOCOMMERCE_CONSUMER_KEY, WOOCOMMERCE_CONSUMER_SECRET",
  version: async () => {
    const keys = shopKeys();
    if (!keys) return undefined;
    type Status = {
      readonly environment: { readonly version: string; readonly wp_version: string };
    };
    const { environment } = await new Shop(keys).ask<Status>("GET", "system_status");
    return `${environment.version} on WordPress ${environment.wp_version}`;
  },
  run: async ({ folder }) => {
    const keys = shopKeys();
    if (!keys) return [];
    await using closing = new AsyncDisposableStack();
    process.env["WEBHOOKS_ALLOW_LOOPBACK"] = "1";
    closing.defer(() => void delete process.env["WEBHOOKS_ALLOW_LOOPBACK"]);
    const { url, keyOf } = await serviceOf(closing);
    const reached = async (account: string) => ({ url, key: await keyOf(account) });
    const shop = new Shop(keys);
    const home = (await shop.setting("general", "woocommerce_default_country")).slice(0, 2);
    const differing = await checkRatesFile(
      { shop, home, folder },
      { home: await reached("rates-home"), destination: await reached("rates-destination") },
    );
    if (process.env["WOOCOMMERCE_ORDERS"] === "0") return differing;
    const [connected, imported] = [await reached("shop-connected"), await reached("shop-imported")];
    return [...differing, ...(await checkShop(shop, { connected, imported, folder }))];
  },
};

type Accounts = {
  readonly connected: ReachedApi;
  readonly imported: ReachedApi;
  readonly folder: string;
};

async function checkShop(shop: Shop, accounts: Accounts): Promise<readonly Finding[]> {
  await using closing = new AsyncDisposableStack();
  const run = `check-${Date.now().toString(36)}`;
  const home = (await shop.setting("general", "woocommerce_default_country")).slice(0, 2);
  for (const name of TAX_SETTINGS) {
    const value = await shop.setting("tax", name);
    closing.defer(() => shop.set("tax", name, value));
  }
  const catalogue = await prepareShop(shop, accounts.connected, run);
  const account = new ConnectedAccount(accounts.connected, shop, run);
  await account.connect(home);
  closing.defer(() => account.removeWebhooks());
  const planned = plannedOrders(run, SEED, catalogue, home);
  const lived = await liveShop({ shop, account, catalogue, home, run, seed: SEED }, planned);
  const findings = await findingsOfRun(shop, account, { lived, catalogue, home, ...accounts });
  // Orders with a finding are left in the shop, to be looked at.
  if (findings.length === 0) await clearShop(shop, catalogue, lived.ids);
  return findings;
}

type Run = Accounts & {
  readonly lived: Lived;
  readonly catalogue: Catalogue;
  readonly home: string;
};

async function findingsOfRun(
  shop: Shop,
  account: ConnectedAccount,
  { lived, catalogue, home, imported, folder }: Run,
): Promise<readonly Finding[]> {
  const { zeroRated } = catalogue;
  const places = { home, states: new Set(catalogue.classes.keys()), zeroRated };
  const kept = await keptOrders(shop, lived.ids);
  const there = new Set(kept.map(({ order }) => order.id));
  const deleted = lived.ids.filter((id) => !there.has(id));
  const books = [...kept.map((one) => booksOf(one, places)), ...deleted.map(booksOfDeleted)];
  const own: Account = {
    standings: standings(await account.events()),
    open: await account.openOrders(),
    deliveries: (await account.deliveries()).filter(
      ({ order_id }) => order_id === null || lived.ids.includes(Number(order_id)),
    ),
  };
  const ids = [...there];
  const file = await importOrders(shop, imported, { ids, home, folder, source: account.source });
  const { findings, compared } = importFindings(ids, own, file);
  sayOrders(books, lived);
  sayMessages(own);
  for (const [name, catchUp] of lived.catchUps) sayCatchUp(name, catchUp);
  sayVerdicts(books, own);
  saySums(books, own);
  console.error(`  file: ${ids.length} orders, ${compared} compared, ${findings.length} differ`);
  return [
    ...findingsOf(books, own, lived.labels),
    ...rejections(own.deliveries),
    ...(await account.switchedOff()).map((topic) => ({
      rule: "webhook",
      where: topic,
      text: "the shop has switched it off",
    })),
    ...findings,
  ];
}
