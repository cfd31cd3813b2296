import * as z from "zod";
import { ALL_DAYS, type DateRange, type IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { enclosingRange } from "../../vat/schemes/registration-segments.ts";
import type { EventPosition } from "../events/listing.ts";
import { RULES_VERSION } from "../sums/sums-of-event.ts";

/*
 * The recount of an account: whether what its events have added to sums has to be looked at again, and
 * how far that is. Pure; shared/ledger/recount/recount.ts carries it out, docs/decisions/0100 says why it
 * misses nothing.
 */

/**
 * From the arrival of a request that changes the ground to the moment from which nothing is under way
 * that stands on the ground before: 29 s until it is written, then 29 s for a commit that read just
 * before that (12 s and one change for a page of a recount), and the rest for clocks that differ and
 * an index that is a little behind.
 */
export const UNDER_WAY_MS = 75_000;

/** A report asks for the recount after its sums, and answers within 29 s. */
const REPORT_MS = 30_000;

/** Also the day before all days, and the one after. */
const Day = z.string().transform((day) => day as IsoDate);

const Pass = z.object({
  /** Epoch milliseconds, as all instants of this item. */
  began_at: z.number(),
  rules_version: z.int(),
  moved: z.int(),
  /** The last event that was looked at. */
  cursor: z.object({ supply_date: Day, event_id: z.string() }).optional(),
});

export const RecountState = z.object({
  version: z.int(),
  state: z.enum(["pending", "done"]),
  requested_at: z.number(),
  /** The first moment at which a pass may begin that finds everything. */
  final_from: z.number(),
  /** The days of the supplies whose entries may change. */
  from: Day,
  to: Day,
  /** Passes over these days that have ended since the request. */
  passes: z.int(),
  pass: Pass.optional(),
  looked_at: z.int(),
  moved: z.int(),
  /** The rules that every event is known to be counted by. */
  rules_version: z.int(),
  /** Whether events may have been committed; until then nothing can have to move. */
  has_events: z.boolean(),
  /** The months under which events may be listed (shared/platform/table/event-list-keys.ts), in order. */
  event_months: z.array(z.string()).readonly().default([]),
});
export type RecountState = Readonly<z.output<typeof RecountState>>;

const IDLE = { state: "done", passes: 0, looked_at: 0, moved: 0 } as const;

/** The state of an account without events: no rules have counted anything yet. */
export const NO_RECOUNT: RecountState = {
  ...IDLE,
  ...ALL_DAYS,
  version: 0,
  requested_at: 0,
  final_from: 0,
  rules_version: 0,
  has_events: false,
  event_months: [],
};

/** Whether something may have to move: because it was asked for, or because the rules are newer. */
export const isPending = (seen: RecountState): boolean =>
  seen.state === "pending" || isSourceEvent(seen);

const isSourceEvent = ({ has_events, rules_version }: RecountState): boolean =>
  has_events && rules_version < RULES_VERSION;

/** What a recount is asked for: the days, when, and how long what is under way may last. */
export type RecountRequest = {
  readonly days: DateRange;
  readonly now: number;
  readonly under_way_ms: number;
};

/**
 * The state that a commit stores before it reads what events are placed by: before the first event of an account,
 * which today's rules count, and before the first event of each month.
 */
export function withEvents(seen: RecountState, months: readonly string[]): RecountState {
  const known = new Set([...seen.event_months, ...months]);
  if (seen.has_events && known.size === seen.event_months.length) return seen;
  const rules_version = seen.has_events ? seen.rules_version : RULES_VERSION;
  return { ...seen, rules_version, has_events: true, event_months: [...known].sort() };
}

/**
 * After a request. One that is not done yet is widened, and begins again. An account without events
 * has nothing to move: whoever commits its first one sees the change that asks.
 */
export function requested(
  seen: RecountState,
  { days, now, under_way_ms }: RecountRequest,
): RecountState {
  if (!seen.has_events) return seen;
  const unfinished = seen.state === "pending";
  const { pass, ...kept } = seen;
  return {
    ...kept,
    ...(unfinished ? {} : IDLE),
    ...(isSourceEvent(seen) ? ALL_DAYS : unfinished ? enclosingRange(seen, days) : days),
    state: "pending",
    passes: 0,
    requested_at: now,
    final_from: Math.max(seen.final_from, now + under_way_ms),
  };
}

/** New rules ask for all events, though nobody else does. */
export const requestedByRules = (seen: RecountState, now: number): RecountState =>
  !isSourceEvent(seen) || isOfAllDays(seen)
    ? seen
    : requested(seen, { days: ALL_DAYS, now, under_way_ms: UNDER_WAY_MS });

/**
 * After a request for everything though nothing has changed, and so without waiting for anything. A
 * recount of everything that was broken off goes on where it was; its last pass begins after this request.
 */
export const requestedByHand = (seen: RecountState, now: number): RecountState =>
  isOfAllDays(seen)
    ? { ...seen, final_from: Math.max(seen.final_from, now) }
    : requested(seen, { days: ALL_DAYS, now, under_way_ms: 0 });

const isOfAllDays = ({ state, from, to }: RecountState): boolean =>
  state === "pending" && from === ALL_DAYS.from && to === ALL_DAYS.to;

/**
 * How long to wait before a pass may begin. The first begins at once, so that reports are soon right;
 * the next one not before it can be the last.
 */
export const waitBefore = (seen: RecountState, now: number): number =>
  seen.pass || seen.passes === 0 ? 0 : Math.max(0, seen.final_from - now);

/** With a pass under way; one that other rules have begun says nothing about these. */
export const begun = (seen: RecountState, now: number): RecountState =>
  seen.pass?.rules_version === RULES_VERSION
    ? seen
    : { ...seen, pass: { began_at: now, rules_version: RULES_VERSION, moved: 0 } };

/** What a runner has done: some events from the cursor on. */
export type Chunk = {
  readonly looked_at: number;
  readonly moved: number;
  readonly last: EventPosition | undefined;
  /** Whether the days have no event behind these. */
  readonly complete: boolean;
};

/**
 * After a chunk that was done from `start` on. Where another runner has got ahead, only what was moved
 * is added. A recount is over with a pass that began when nothing older was under way, and moved
 * nothing; nor is a report under way then that has read sums from before the last move.
 */
export function advanced(
  seen: RecountState,
  start: RecountState,
  chunk: Chunk,
  now: number,
): RecountState {
  const { looked_at, moved, last, complete } = chunk;
  const pass = seen.pass && { ...seen.pass, moved: seen.pass.moved + moved };
  const counted = {
    ...seen,
    moved: seen.moved + moved,
    final_from: moved === 0 ? seen.final_from : Math.max(seen.final_from, now + REPORT_MS),
    ...(pass ? { pass } : {}),
  };
  if (seen.version !== start.version || !pass) return moved === 0 ? seen : counted;
  const further = { ...counted, looked_at: seen.looked_at + looked_at };
  if (!complete) return { ...further, pass: { ...pass, ...(last ? { cursor: last } : {}) } };
  const { pass: _, ...ended } = further;
  const isCurrent = pass.rules_version === RULES_VERSION;
  const isLast = isCurrent && pass.moved === 0 && pass.began_at >= seen.final_from;
  return {
    ...ended,
    passes: seen.passes + 1,
    ...(isLast ? { state: "done", rules_version: RULES_VERSION } : {}),
  };
}

/** Whether the return of a period may change by it. Corrections of later periods go back to these days. */
export const concerns = (seen: RecountState, { lastDay }: Pick<Period, "lastDay">): boolean =>
  isPending(seen) && (seen.state === "done" || seen.from <= lastDay);

/** A recount is over; undefined of any other change of its state. */
export function recountEvent(before: RecountState, after: RecountState) {
  if (before.state !== "pending" || after.state !== "done") return undefined;
  return {
    type: "recount.completed" as const,
    data: {
      requested_at: new Date(after.requested_at).toISOString(),
      events_looked_at: after.looked_at,
      events_moved: after.moved,
    },
  };
}
