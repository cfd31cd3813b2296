import * as z from "zod";
import { dayOf, periodBefore, quarterOn } from "../../core/calendar/dates.ts";
import type { ListPlace, OrderPage, PullFault } from "../pull/ask-shop.ts";

/** The states of a catch-up. `waiting` is for the shop, which limits requests or did not answer. */
export const CATCH_UP_STATES = ["running", "waiting", "done", "failed"] as const;

const Counts = {
  /** Orders that the shop has modified since. */
  orders: z.int(),
  /** Orders of which no message had brought the last state. */
  changed: z.int(),
  /** Orders that are cancelled, deleted or in the trash, and were booked. */
  taken_back: z.int(),
  not_booked: z.int(),
};

const instant = z.iso.datetime();

/** The catch-up of a connection as stored: the last run, and where the next one begins. */
export const CatchUp = z.object({
  version: z.int().min(0),
  connection_id: z.string(),
  /** Names the run; messages of another run are stale. */
  run: z.string(),
  step: z.int().min(0),
  state: z.enum(CATCH_UP_STATES),
  /** Modified orders first, then orders that may be deleted. */
  phase: z.enum(["modified", "missing"]),
  from: instant,
  /** The next page of modified orders. */
  place: z.object({ after: z.string(), page: z.string().optional() }),
  /** The instant of the latest change that was seen. */
  reached: z.string(),
  /** The orders of that instant that are done, because the next page may begin with them. */
  edge: z.array(z.string()).readonly(),
  /** The last order that was searched for; undefined before the first. */
  searched_to: z.string().optional(),
  /** Orders that the shop no longer has, and the instant of that check. The next step reverses them. */
  gone: z.object({ ids: z.array(z.string()).readonly(), at: instant }).optional(),
  ...Counts,
  reaches_back_to: z.string().optional(),
  started_at: instant,
  done_at: instant.optional(),
  updated_at: instant,
  retry_at: instant.optional(),
  /** Failures in a row, and requests in a row that the shop has put off. */
  failures: z.int().min(0),
  put_off: z.int().min(0),
  message: z.string().optional(),
  /** True if the user has said that orders which are missing were deleted, however many. */
  trusts_missing: z.boolean().optional(),
  /** The latest change up to which a run has found everything. */
  cursor: z.string().optional(),
});
export type CatchUp = Readonly<z.output<typeof CatchUp>>;

export const startOf = (day: string): string => `${day}T00:00:00.000Z`;

const DAY_MS = 86_400_000;

/** Returns the instant a day before: a shop may list an order later than it says, and its clock may be wrong. */
const dayBefore = (text: string): string => new Date(Date.parse(text) - DAY_MS).toISOString();

/** The state at the beginning of a run. */
type Start = {
  readonly connection_id: string;
  readonly run: string;
  /** As it was asked for; undefined to begin where the run before ended. */
  readonly from: string | undefined;
  readonly connected_at: string;
  readonly trusts_missing?: boolean;
  readonly now: Date;
};

/** Begins a run. One that has no beginning goes on where the one before ended or broke off, less a day. */
export function newRun(before: CatchUp | undefined, start: Start): CatchUp {
  const { connection_id, run, now } = start;
  const at = now.toISOString();
  const from = start.from ?? dayBefore(endOf(before) ?? start.connected_at);
  return {
    version: (before?.version ?? 0) + 1,
    connection_id,
    run,
    step: 0,
    state: "running",
    phase: "modified",
    from,
    place: { after: from },
    reached: from,
    edge: [],
    orders: 0,
    changed: 0,
    taken_back: 0,
    not_booked: 0,
    started_at: at,
    updated_at: at,
    failures: 0,
    put_off: 0,
    ...(start.trusts_missing && { trusts_missing: true }),
    ...(before?.cursor && { cursor: before.cursor }),
  };
}

/** Returns the instant up to which all is found: that of the cursor, or where a failed run broke off before it. */
function endOf(before: CatchUp | undefined): string | undefined {
  if (!before) return undefined;
  const { cursor, state, phase, place } = before;
  const brokeOff = state !== "done" && phase === "modified" ? place.after : undefined;
  if (cursor === undefined || brokeOff === undefined) return cursor ?? brokeOff;
  return brokeOff < cursor ? brokeOff : cursor;
}

export const isOngoing = ({ state }: CatchUp): boolean =>
  state === "running" || state === "waiting";

export type Found = Readonly<Record<"orders" | "changed" | "taken_back" | "not_booked", number>>;

/** The orders of a page with their instants, and what became of them. */
type BookedPage = {
  readonly seen: readonly { readonly order_id: string; readonly modified_at: string }[];
  readonly next: OrderPage["next"];
  readonly found: Found;
};

/** Returns the following step: nothing keeps the shop from answering any more. */
const advanced = (seen: CatchUp, now: Date): CatchUp => {
  const { retry_at, message, ...rest } = seen;
  const at = now.toISOString();
  return {
    ...rest,
    version: seen.version + 1,
    step: seen.step + 1,
    state: "running",
    updated_at: at,
    failures: 0,
    put_off: 0,
  };
};

const counted = (seen: CatchUp, found: Found): Found => ({
  orders: seen.orders + found.orders,
  changed: seen.changed + found.changed,
  taken_back: seen.taken_back + found.taken_back,
  not_booked: seen.not_booked + found.not_booked,
});

/** Ids of one instant that are remembered. With more, some would be counted twice. */
const MOST_OF_ONE_INSTANT = 20_000;

/** Stores a page of modified orders. After the last one, orders that are missing are searched for. */
export function afterPage(seen: CatchUp, { seen: orders, next, found }: BookedPage, now: Date) {
  const reached = orders.reduce(
    (latest, { modified_at }) => (modified_at > latest ? modified_at : latest),
    seen.reached,
  );
  const ids = orders.flatMap(({ order_id, modified_at }) =>
    modified_at === reached ? [order_id] : [],
  );
  const edge = [...(reached === seen.reached ? seen.edge : []), ...ids];
  const cursor = (seen.cursor ?? "") > reached ? seen.cursor : reached;
  return {
    ...advanced(seen, now),
    ...counted(seen, found),
    reached,
    edge: edge.slice(-MOST_OF_ONE_INSTANT),
    ...(next ? { place: next } : { phase: "missing" as const, cursor }),
  };
}

/** True if an order of a page was done with the page before. */
export const isDone = (
  { reached, edge }: Pick<CatchUp, "reached" | "edge">,
  { order_id, modified_at }: { readonly order_id: string; readonly modified_at: string },
): boolean => modified_at === reached && edge.includes(order_id);

/** Stores which of some orders the shop no longer has. Without further ones the run is done, after they are taken back. */
export function afterSearch(
  seen: CatchUp,
  { gone, next }: { readonly gone: readonly string[]; readonly next: string | undefined },
  now: Date,
): CatchUp {
  const { searched_to, ...rest } = advanced(seen, now);
  const on = {
    ...rest,
    ...(next ? { searched_to: next } : { searched_to: END }),
    ...(gone.length > 0 ? { gone: { ids: gone, at: now.toISOString() } } : {}),
  };
  return next || gone.length > 0 ? on : done(on, now);
}

/** The place after every order. */
const END = "~";

const isSearched = ({ searched_to }: CatchUp): boolean => searched_to === END;

/** Stores that the orders that are gone are taken back. */
export function afterTakingBack(seen: CatchUp, found: Found, now: Date): CatchUp {
  const { gone, ...rest } = advanced(seen, now);
  const on = { ...rest, ...counted(seen, found) };
  return isSearched(on) ? done(on, now) : on;
}

export const done = (seen: CatchUp, now: Date): CatchUp => ({
  ...seen,
  state: "done",
  done_at: now.toISOString(),
});

/** Failures in a row after which a run ends: some six minutes. */
const MOST_FAILURES = 5;
/** Requests in a row that a shop may put off. */
const MOST_PUT_OFF = 100;

/** Longest pause that a queue can hold. */
const LONGEST_SECONDS = 900;

/** Seconds until the next try: those that the shop names, or four times as many after each failure. */
function pauseAfter({ waitSeconds, isBusy }: PullFault, failures: number): number {
  const own = isBusy ? 10 : 4 ** (failures - 1);
  return Math.min(LONGEST_SECONDS, waitSeconds ?? own);
}

/** Stores that the shop did not answer: the step is tried again, or the run ends. */
export function afterFault(seen: CatchUp, fault: PullFault, now: Date): CatchUp {
  const failures = seen.failures + (fault.isBusy ? 0 : 1);
  const put_off = seen.put_off + (fault.isBusy ? 1 : 0);
  const on = {
    ...seen,
    version: seen.version + 1,
    step: seen.step + 1,
    failures,
    put_off,
    message: fault.message,
    updated_at: now.toISOString(),
  };
  const isOver = fault.isLasting || failures >= MOST_FAILURES || put_off >= MOST_PUT_OFF;
  if (isOver) return { ...on, state: "failed", done_at: now.toISOString() };
  const pause = pauseAfter(fault, failures);
  const retry_at = new Date(now.getTime() + pause * 1000).toISOString();
  return { ...on, state: "waiting", retry_at };
}

/** Quarters before the current one whose orders may be deleted: the open one, and the three before it. */
const QUARTERS_BACK = 4;

/** Returns the first day whose orders are searched for in the shop. */
export function firstDaySearched(now: Date): string {
  let quarter = quarterOn(dayOf(now));
  for (let n = 0; n < QUARTERS_BACK; n += 1) quarter = periodBefore(quarter);
  return quarter.firstDay;
}

/** Returns where a page of modified orders begins: not before the day to which the access reaches back. */
export function placeWithin({ place }: CatchUp, reachesBackTo: string | undefined): ListPlace {
  const first = reachesBackTo && startOf(reachesBackTo);
  return first && place.page === undefined && place.after < first ? { after: first } : place;
}

/** Orders below which a shop may have lost most of them: tests of a new shop. */
const FEW = 20;

/**
 * True if so many orders are missing that the address is more likely to be that of another shop, or of a copy. Nothing
 * is taken back then, unless the user says that they were deleted.
 */
export const tooManyMissing = (asked: number, missing: number): boolean =>
  asked >= FEW && missing * 2 > asked;
