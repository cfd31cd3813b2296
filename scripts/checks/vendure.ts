import { copyFile, cp } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type VatClient } from "../../client/src/eu-vat-client.ts";
import { installPackages, versionsIn } from "./install-packages.ts";
import { type Finding, type OutsideTool, ran } from "./tool.ts";
import { type Book, compared } from "./vendure/books.ts";
import { changedOrders, unchanged } from "./vendure/change.ts";
import {
  chargeNetPrices,
  fillShop,
  type Placed,
  placeOrder,
  type Variants,
} from "./vendure/orders.ts";
import { COUNTRIES, plansOf } from "./vendure/plans.ts";
import { WeatherProxy } from "./vendure/proxy.ts";
import { type CaughtUp, Shop } from "./vendure/shop.ts";

const PACKAGE = "integrations/vendure";
/** The shop's own rate in `vendure/shop.mjs`, which no Member State has. */
const OWN_RATE = 1;
/** While the service is there, its speed on a busy machine is no finding; then the shop has the plugin's own limit. */
const PATIENT_MS = 30_000;
const USUAL_MS = 800;

/** A real Vendure with the plugin, its orders against the ledger, and the service slow, away and back. */
export const VENDURE: OutsideTool = {
  name: "vendure",
  source: "npm",
  version: versionsIn(PACKAGE, "@vendure/core"),
  run: async ({ folder, service }) => {
    await using closing = new AsyncDisposableStack();
    const place = join(folder, "vendure");
    await buildPlugin(place);
    const { url, keyOf } = await service();
    const key = await keyOf("vendure");
    const client = createClient({ baseUrl: url, apiKey: key });
    await client.createRegistration({
      body: {
        scheme_type: "union_oss",
        member_state_identification: "SE",
        effective_from: "2021-07-01",
        status: "active",
      },
    });
    const proxy = new WeatherProxy(url);
    const shop = new Shop(place, {
      SHOP_DATABASE: join(place, "shop.sqlite"),
      SERVICE_URL: await proxy.listen(),
      SERVICE_KEY: key,
      STATES: COUNTRIES.join(","),
    });
    closing.defer(() => proxy.close());
    closing.defer(() => shop.kill());
    await shop.start(PATIENT_MS);
    return await checkShop(shop, proxy, client);
  },
};

/** Installs what the package's lock file names, and builds and tests the plugin there as its users' npm does. */
async function buildPlugin(place: string): Promise<void> {
  await installPackages(PACKAGE, place);
  for (const name of ["src", "test", "tsconfig.json"]) {
    await cp(join(PACKAGE, name), join(place, name), { recursive: true });
  }
  const built = await ran("npm", ["test"], { cwd: place });
  if (built?.code !== 0) throw new Error(`${built?.stdout}${built?.stderr}`);
  await copyFile("scripts/checks/vendure/shop.mjs", join(place, "shop.mjs"));
}

async function checkShop(shop: Shop, proxy: WeatherProxy, client: VatClient): Promise<Finding[]> {
  const variants = await fillShop(shop);
  const gross = await placed(shop, variants, 25, 0);
  await chargeNetPrices(shop);
  const net = await placed(shop, variants, 25, 25);
  const byService = ratesOf([...gross, ...net]);
  const books = await changedOrders(shop, [...gross, ...net]);
  sayCatchUp("after 50 orders and their changes", await shop.catchUp());
  const first = compared(books, await eventsOf(client));
  const away = await withoutService(shop, proxy, variants);
  return [...first, ...byService, ...(await whenBack(shop, proxy, client, [...books, ...away]))];
}

async function placed(shop: Shop, variants: Variants, count: number, from: number) {
  const orders: Placed[] = [];
  for (const plan of plansOf(count, from)) orders.push(await placeOrder(shop, variants, plan));
  return orders;
}

/** Finds orders that were charged the shop's own rates although the service was there. */
const ratesOf = (orders: readonly Placed[]): Finding[] =>
  orders.filter(hasOwnRate).map(({ order, plan }) => ({
    rule: "own rate",
    where: `${order.code} to ${plan.country}`,
    text: JSON.stringify(order.taxSummary),
  }));

const hasOwnRate = ({ order }: Placed): boolean =>
  order.lines.some(({ taxRate }) => taxRate === OWN_RATE);

/** Orders while the service is slow, then away; then some change, and the shop ends as in a crash and starts again. */
async function withoutService(
  shop: Shop,
  proxy: WeatherProxy,
  variants: Variants,
): Promise<Book[]> {
  await crash(shop);
  proxy.weather = "slow";
  const slow = await placed(shop, variants, 5, 50);
  sayCheckout("slow", slow);
  proxy.weather = "down";
  const down = await placed(shop, variants, 10, 55);
  sayCheckout("away", down);
  const changed = await changedOrders(shop, down.slice(0, 7));
  await crash(shop);
  sayCatchUp("while it is away, after a crash of the shop", await shop.catchUp());
  return [...unchanged(slow), ...changed, ...unchanged(down.slice(7))];
}

/** Ends the shop without a farewell and starts it again, with what is in its database. */
async function crash(shop: Shop): Promise<void> {
  await shop.save();
  await shop.kill();
  await shop.start(USUAL_MS);
}

/** The service is back: all is caught up once, and a second look finds nothing. */
async function whenBack(
  shop: Shop,
  proxy: WeatherProxy,
  client: VatClient,
  books: readonly Book[],
): Promise<Finding[]> {
  proxy.weather = "deaf";
  sayCatchUp("when its answers get lost", await shop.catchUp());
  proxy.weather = "up";
  sayCatchUp("when it is back", await shop.catchUp());
  const events = await eventsOf(client);
  const sent = proxy.requests;
  const again = await shop.catchUp();
  sayCatchUp("once more", again);
  const wrongRates = events.filter(({ vat_rate_bps }) => vat_rate_bps === OWN_RATE * 100);
  const named = wrongRates.filter(
    ({ event_type, checks }) => event_type === "sale" && checks.length,
  );
  console.error(
    `  at the shop's own rate: ${wrongRates.length} events, of which the service asks about ${named.length}`,
  );
  const idle = proxy.requests === sent && again.booked + again.waiting + again.refused === 0;
  return [
    ...compared(books, events),
    ...(idle ? [] : [{ rule: "again", where: "catch-up", text: JSON.stringify(again) }]),
  ];
}

const eventsOf = (client: VatClient) => Array.fromAsync(client.listSupplyEvents());

const sayCatchUp = (when: string, { booked, refused, waiting }: CaughtUp) =>
  console.error(`  catch-up ${when}: ${booked} booked, ${refused} refused, ${waiting} waiting`);

function sayCheckout(weather: string, orders: readonly Placed[]): void {
  const own = orders.filter(hasOwnRate).length;
  const times = orders.map(({ addressMs }) => Math.round(addressMs));
  console.error(
    `  service ${weather}: ${orders.length} orders placed, ${own} at the shop's own rates; the address took ${times.join(", ")} ms`,
  );
}
