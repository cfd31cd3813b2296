import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { TAX_IDS } from "../../integrations/shopware/test/cart.ts";
import { installPackages, versionsIn } from "./install-packages.ts";
import { ShopwareShop, type Taxes } from "./shopware/shop.ts";
import { type Finding, type OutsideTool, ran } from "./tool.ts";
import { WeatherProxy } from "./vendure/proxy.ts";

const PACKAGE = "integrations/shopware";
const APP_SECRET = "secret-of-the-app";
const PORT = 3_917;
const REQUESTS = 200;
const PER_SECOND = 20;
/** Shopware waits five seconds; a customer should not notice. */
const P95_MS = 300;

/** The tax provider as Shopware calls it: registered, signed both ways, forged, under load, with the service away. */
export const SHOPWARE: OutsideTool = {
  name: "shopware",
  source: "npm",
  version: versionsIn(PACKAGE, "@shopware-ag/app-server-sdk"),
  run: async ({ folder, service }) => {
    await using closing = new AsyncDisposableStack();
    const place = join(folder, "shopware");
    await installPackages(PACKAGE, place);
    for (const name of ["src", "test", "tsconfig.json"]) {
      await cp(join(PACKAGE, name), join(place, name), { recursive: true });
    }
    const tested = await ran("npm", ["test"], { cwd: place });
    if (tested?.code !== 0) throw new Error(`${tested?.stdout}${tested?.stderr}`);
    const { url, readOnly } = await service();
    const proxy = new WeatherProxy(url);
    const settings = { VAT_URL: await proxy.listen(), VAT_KEY: readOnly };
    closing.defer(() => proxy.close());
    const shop = new ShopwareShop(`http://127.0.0.1:${PORT}`, APP_SECRET);
    const first = await startedApp(place, settings);
    const findings = await checkHandshake(shop);
    await stopped(first);
    const again = await startedApp(place, settings);
    closing.defer(() => stopped(again));
    return [...findings, ...(await checkTaxes(shop)), ...(await checkWeather(shop, proxy))];
  },
};

async function startedApp(place: string, settings: Readonly<Record<string, string>>) {
  const app = fork(join(place, "src/main.ts"), {
    cwd: place,
    stdio: ["ignore", "pipe", "ignore", "ipc"],
    env: {
      ...process.env,
      ...settings,
      PORT: String(PORT),
      APP_URL: `http://127.0.0.1:${PORT}`,
      APP_SECRET,
      SHOPS_FILE: join(place, "shops.json"),
      DISPATCH_COUNTRY: "SE",
      TAX_CLASSES: JSON.stringify({ [TAX_IDS.standard]: "standard", [TAX_IDS.books]: "books" }),
    },
  });
  const ended = once(app, "exit").then(() => {
    throw new Error("the app does not start");
  });
  await Promise.race([once(app.stdout as NodeJS.EventEmitter, "data"), ended]);
  ended.catch(() => {});
  return app;
}

async function stopped(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const ended = once(app, "exit");
  app.kill("SIGKILL");
  await ended;
}

const finding = (rule: string, text: string): Finding => ({ rule, where: PACKAGE, text });

async function checkHandshake(shop: ShopwareShop): Promise<Finding[]> {
  const forged = [
    ["a registration without the secret of the app", await shop.register({ forged: true })],
    ["taxes before the registration", (await shop.taxes("DE")).status],
  ] as const;
  const registered = await shop.register();
  const forgedConfirmation = await shop.confirm({ forged: true });
  const confirmed = await shop.confirm();
  console.error(`  registered: ${registered}, confirmed: ${confirmed}`);
  return [
    ...forged.filter(([, status]) => status < 400).map(([what]) => finding("forged", what)),
    ...(forgedConfirmation < 400 ? [finding("forged", "a confirmation")] : []),
    ...(registered === 200 && confirmed === 204 ? [] : [finding("handshake", String(registered))]),
  ];
}

/** After a restart the shop is still known; the rates are those of the place of delivery. */
async function checkTaxes(shop: ShopwareShop): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [country, standard, books] of [
    ["DE", 19, 7],
    ["FR", 20, 5.5],
    ["US", 0, 0],
  ] as const) {
    for (const status of ["gross", "net"] as const) {
      const { taxes, isSigned } = await shop.taxes(country, status);
      const rates = [ratesOf(taxes, "lamp"), ratesOf(taxes, "book")];
      const isRight = JSON.stringify(rates) === JSON.stringify([[standard], [books]]);
      if (!isRight || !isSigned || !isWhole(taxes, status)) {
        findings.push(finding("taxes", `${country} ${status}: ${JSON.stringify(taxes)}`));
      }
    }
  }
  for (const [what, change] of Object.entries(FORGED)) {
    const { status } = await shop.taxes("DE", "gross", change);
    if (status < 400) findings.push(finding("forged", what));
  }
  console.error(
    `  signed both ways: 6 carts; forged: ${Object.keys(FORGED).length + 3} requests refused`,
  );
  return findings;
}

const FORGED = {
  "a cart signed with another secret": { secret: "of somebody else" },
  "a cart changed after it was signed": { body: (text: string) => text.replace("119", "1.19") },
  "a cart of another shop": { body: (text: string) => text.replace("shop-one", "shop-two") },
  "a cart without a signature": { secret: null },
} as const;

const ratesOf = ({ lineItemTaxes }: Taxes, id: string) =>
  lineItemTaxes?.[id]?.map(({ taxRate }) => taxRate);

/** True if the taxes of the cart add up to what the goods, the promotion and the shipping cost. */
function isWhole({ cartPriceTaxes = [] }: Taxes, status: "gross" | "net"): boolean {
  const price = cartPriceTaxes.reduce((sum, one) => sum + one.price, 0);
  const isVat = cartPriceTaxes.every(({ tax, taxRate, price: of }) => {
    const net = status === "gross" ? of - tax : of;
    return Math.abs((net * taxRate) / 100 - tax) < 0.03;
  });
  return Math.abs(price - (119 + 21.4 - 14.04 + 4.9)) < 0.001 && isVat;
}

/** Twenty carts a second, then a service that is slow, away and back. */
async function checkWeather(shop: ShopwareShop, proxy: WeatherProxy): Promise<Finding[]> {
  const times = await timesOf(shop);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  console.error(
    `  ${REQUESTS} carts at ${PER_SECOND} a second: median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(0.999)} ms`,
  );
  proxy.weather = "slow";
  const slow = await timed(shop);
  proxy.weather = "down";
  const down = await timed(shop);
  proxy.weather = "up";
  const back = await timed(shop);
  console.error(
    `  service slow: ${slow.told} after ${slow.ms} ms; away: ${down.told} after ${down.ms} ms; back: ${back.told}`,
  );
  const keptOwn = [slow, down].every(({ told, ms }) => told === "no taxes, signed" && ms < 5_000);
  return [
    ...(at(0.95) > P95_MS ? [finding("p95", `${at(0.95)} ms`)] : []),
    ...(keptOwn && back.told === "taxes, signed"
      ? []
      : [finding("away", JSON.stringify({ slow, down, back }))]),
  ];
}

async function timed(shop: ShopwareShop) {
  const started = performance.now();
  const { taxes, isSigned } = await shop.taxes("DE");
  const what = Object.keys(taxes).length === 0 ? "no taxes" : "taxes";
  const ms = Math.round(performance.now() - started);
  return { told: `${what}, ${isSigned ? "signed" : "unsigned"}`, ms };
}

async function timesOf(shop: ShopwareShop): Promise<number[]> {
  const times = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, n) => {
      await after((n * 1_000) / PER_SECOND);
      return (await timed(shop)).ms;
    }),
  );
  return times.sort((one, other) => one - other);
}
