import { Dice } from "../../demo/dice.ts";
import type { CatchUp, ConnectedAccount } from "./account.ts";
import type { Catalogue } from "./catalogue.ts";
import { plannedChanges } from "./changes.ts";
import { abroad, type PlannedOrder, RUN_META, TAX_SETTINGS } from "./plan.ts";
import type { Shop, ShopOrder } from "./shop.ts";

/** The orders of a run, and what was done to them. */
export type Lived = {
  readonly ids: readonly number[];
  /** The kind of each order, and its change. */
  readonly labels: ReadonlyMap<string, string>;
  readonly catchUps: readonly (readonly [name: string, catchUp: CatchUp])[];
};

/** The shop, the service and the catalogue of a run. */
type Living = {
  readonly shop: Shop;
  readonly account: ConnectedAccount;
  readonly catalogue: Catalogue;
  readonly home: string;
  readonly run: string;
  readonly seed: string;
};

/** Orders of a call: the shop calculates each one, and small machines take their time. */
const AT_ONCE = 10;

/** The part of the orders that webhooks bring; the others are made while they are paused. */
const TOLD = 0.6;

/** Makes the orders, changes them, and catches up, as a shop lives. */
export async function liveShop(living: Living, orders: readonly PlannedOrder[]): Promise<Lived> {
  const { account, shop, run } = living;
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const meta_data = [{ key: RUN_META, value: run }];
  const sentinel = await shop.ask<ShopOrder>("POST", "orders", { status: "pending", meta_data });
  const catchUps: (readonly [string, CatchUp])[] = [];
  const caughtUp = async (name: string) => {
    catchUps.push([name, await account.catchUp(from)]);
  };
  const told = orders.slice(0, orders.length * TOLD);
  const made = await makeOrders(shop, told);
  await account.settle(sentinel.id);
  await account.setWebhooks("paused");
  made.push(...(await makeOrders(shop, orders.slice(told.length))));
  await caughtUp("catch-up of new orders");
  await account.setWebhooks("active");
  const changes = await changeOrders(living, made, sentinel.id);
  await caughtUp("catch-up of changes");
  await caughtUp("catch-up of nothing");
  return {
    ids: [sentinel.id, ...made.map(({ order }) => order.id)],
    labels: new Map(
      made.map(({ order: { id }, kind }) => {
        const change = changes.get(id);
        return [String(id), change ? `${kind}, ${change}` : kind];
      }),
    ),
    catchUps,
  };
}

type Made = { readonly order: ShopOrder; readonly kind: PlannedOrder["kind"] };

/** Makes the orders, those of the same settings of the shop together. */
async function makeOrders(shop: Shop, planned: readonly PlannedOrder[]): Promise<Made[]> {
  const made: Made[] = [];
  const alike = Map.groupBy(planned, ({ settings }) => String(settings));
  for (const some of alike.values()) {
    const [first] = some as [PlannedOrder];
    for (const [n, name] of TAX_SETTINGS.entries())
      await shop.set("tax", name, first.settings[n] as string);
    const bodies = some.map(({ body }) => body);
    const orders = await shop.create<ShopOrder>("orders", bodies, AT_ONCE);
    made.push(...orders.map((order, n) => ({ order, kind: (some[n] as PlannedOrder).kind })));
  }
  await shop.set("tax", "woocommerce_tax_based_on", "shipping");
  return made;
}

/** Makes the changes, two of three while the webhooks are active; returns the name of each order's change. */
async function changeOrders(
  { shop, account, catalogue, seed, home }: Living,
  made: readonly Made[],
  sentinel: number,
): Promise<ReadonlyMap<number, string>> {
  const dice = new Dice(`${seed} changes`);
  const consumers = made.filter(({ kind }) => kind === "consumer");
  const changes = plannedChanges(consumers.map(({ order }) => order));
  const make = async (some: typeof changes, step: number) => {
    for (const { order, steps } of some) {
      const country = abroad({ dice, catalogue, home });
      await steps[step]?.({ shop, order, country, catalogue });
    }
  };
  const untold = changes.filter((_, n) => n % 3 === 0);
  const told = changes.filter((_, n) => n % 3 !== 0);
  for (const step of [0, 1]) {
    await make(told, step);
    await account.settle(sentinel);
  }
  await account.setWebhooks("paused");
  for (const step of [0, 1]) await make(untold, step);
  return new Map(changes.map(({ order, name }) => [order.id, name]));
}
