import type { Connection, FoundAccessFault } from "../connections/connection.ts";
import type { ShopAccess } from "../connections/shop-access.ts";
import type { Message } from "../connections/topics.ts";
import { listOrderIds } from "../orders/store-orders.ts";
import type { OpenShop } from "../pull/pull.ts";
import { PullFault } from "../pull/pull-fault.ts";
import { PULLS } from "../pull/pulls.ts";
import {
  bookFound,
  bookFoundRefund,
  type CatchUpStep,
  countsOf,
  inTurns,
  type ListedOrder,
  stepOf,
  takeBackGone,
  unreadable,
} from "./book-found.ts";
import {
  afterFault,
  afterPage,
  afterSearch,
  afterTakingBack,
  type CatchUp,
  done,
  firstDaySearched,
  isDone,
  isDoubtful,
  placeWithin,
} from "./catch-up.ts";

/** The state after a step, and what it has found of the access; undefined if the shop was not asked. */
type Stepped = {
  readonly next: CatchUp;
  readonly access: FoundAccessFault | "sound" | undefined;
};

/**
 * Takes one step of a catch-up: books a page of modified orders, searches for some that may be deleted, or takes those
 * back that are. A step that is repeated after a crash has the same result.
 */
export async function takeStep(
  account: string,
  connection: Connection,
  access: ShopAccess,
  seen: CatchUp,
  now: Date,
): Promise<Stepped> {
  try {
    const shop = await PULLS[connection.kind].open(access, now);
    const next = await afterStep(shop, seen, stepOf(account, connection, seen, now));
    const reaches_back_to = shop.limit?.reaches_back_to;
    return { next: { ...next, reaches_back_to }, access: shop.limit ?? "sound" };
  } catch (error) {
    if (!(error instanceof PullFault)) throw error;
    const next = afterFault(seen, error, now);
    const { code, message } = error;
    return { next, access: next.state === "failed" ? { code, message } : undefined };
  }
}

async function afterStep(shop: OpenShop, seen: CatchUp, step: CatchUpStep): Promise<CatchUp> {
  if (seen.phase === "modified") return pageBooked(shop, seen, step);
  if (seen.gone) return goneTakenBack(seen.gone, seen, step);
  return missingSearched(shop, seen, step);
}

async function pageBooked(shop: OpenShop, seen: CatchUp, step: CatchUpStep): Promise<CatchUp> {
  const { now, connection } = step;
  const fetched_at = now.toISOString();
  const place = placeWithin(seen, shop.limit?.reaches_back_to);
  const { orders, next } = await shop.modifiedSince(place);
  const { read } = PULLS[connection.kind];
  const listed = orders.map((entry) => ({ entry, message: read(entry) }));
  const fresh = listed.filter(isOrder).filter(({ message }) => !isDone(seen, message));
  const booked = await inTurns(fresh, async (one) => {
    const refunds = await shop.refundsOf(one.message.order);
    return bookFound(step, one, { refunds, fetched_at });
  });
  const apart = listed.filter(isRefund);
  const refunded = await inTurns(apart, (one) => bookFoundRefund(step, one, { fetched_at }));
  const odd = listed.filter(({ message }) => message === undefined);
  const rejected = await inTurns(odd, ({ entry }) => unreadable(step, entry));
  const endings = [...booked, ...refunded, ...rejected];
  const found = countsOf(endings.length, endings);
  const after = afterPage(seen, { seen: fresh.map(({ message }) => message), next, found }, now);
  // Without the right to see all orders, one that is out of reach looks like one that was deleted.
  return !next && shop.limit ? done(after, now) : after;
}

type Listed = { readonly entry: unknown; readonly message: Message | undefined };

const isOrder = (one: Listed): one is ListedOrder<Extract<Message, { is: "order" }>> =>
  one.message?.is === "order";

const isRefund = (one: Listed): one is ListedOrder<Extract<Message, { is: "refund" }>> =>
  one.message?.is === "refund";

/** Orders that the shop is asked for at once. */
const SEARCHED = 100;

async function missingSearched(
  shop: OpenShop,
  seen: CatchUp,
  { account, connection, now }: CatchUpStep,
): Promise<CatchUp> {
  const { ids, next } = await listOrderIds(account, connection.id, {
    from: firstDaySearched(now),
    limit: SEARCHED,
    ...(seen.searched_to && { after: seen.searched_to }),
  });
  const present = ids.length > 0 ? await shop.present(ids) : new Set<string>();
  const missing = ids.filter((id) => !present.has(id));
  if (!seen.trusts_missing && isDoubtful(ids.length, missing.length)) {
    const message = `${missing.length} of ${ids.length} booked orders are not in this shop`;
    throw new PullFault("orders_missing", message);
  }
  const checked = await inTurns(missing, async (id) => ((await shop.isGone(id)) ? [id] : []));
  return afterSearch(seen, { gone: checked.flat(), next }, now);
}

async function goneTakenBack(
  { ids, at }: NonNullable<CatchUp["gone"]>,
  seen: CatchUp,
  step: CatchUpStep,
): Promise<CatchUp> {
  const endings = await inTurns(ids, (id) => takeBackGone(step, id, at));
  return afterTakingBack(seen, countsOf(0, endings), step.now);
}
