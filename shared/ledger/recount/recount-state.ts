import * as z from "zod";
import {
  ALL_DAYS,
  type DateRange,
  type IsoDate,
  type Period,
  type PeriodKind,
  plusDays,
} from "../../core/calendar/dates.ts";
import { monthsWithin } from "../../platform/table/event-list-keys.ts";
import { enclosingRange } from "../../vat/schemes/registration-segments.ts";
import type { EventPosition } from "../events/listing.ts";
import { RULES_VERSION } from "../sums/sums-of-event.ts";

/*
 * The recount of an account: its progress, and the days whose events must be re-evaluated. Pure;
 * shared/ledger/recount/recount.ts executes it, and docs/decisions/0100 explains why it misses nothing.
 */

/**
 * Time from a request that changes settings until no work under the old settings is in progress. Consists of 29 s until
 * the change is written, 29 s for a commit that read just before (12 s and one change for a page of a recount), and the
 * rest for clock differences and index lag.
 */
export const UNDER_WAY_MS = 75_000;

/** A report reads the recount after its sums, and responds within 29 s. */
const REPORT_MS = 30_000;

/** Also accepts the open ends of the day range. */
const Day = z.string().transform((day) => day as IsoDate);

const Pass = z.object({
  /** Epoch milliseconds, as are all times of this item. */
  began_at: z.number(),
  rules_version: z.int(),
  moved: z.int(),
  /** The last event that was checked. */
  cursor: z.object({ supply_date: Day, event_id: z.string().min(1).brand("EventId") }).optional(),
});

/** The days up to `until` that a pass has gone through which may be the last one, and moved nothing there. */
const Quiet = z.object({ until: Day, rules_version: z.int() });

export const RecountState = z.object({
  version: z.int(),
  state: z.enum(["pending", "done"]),
  requested_at: z.number(),
  /** The earliest start of a pass that finds everything. */
  final_from: z.number(),
  /** The days of the supplies whose entries may change. */
  from: Day,
  to: Day,
  /** Number of passes over these days that have ended since the request. */
  passes: z.int(),
  pass: Pass.optional(),
  quiet: Quiet.optional(),
  looked_at: z.int(),
  moved: z.int(),
  /** The version of the rules that every event is known to be counted by. */
  rules_version: z.int(),
  /** True if events may have been committed. Before that, nothing needs to move. */
  has_events: z.boolean(),
  /** The months under which events may be listed (shared/platform/table/event-list-keys.ts), in order. */
  event_months: z.array(z.string()).readonly().default([]),
  /** The kinds of periods in which events may count; absent if the account has events from before these were noted. */
  period_kinds: z
    .array(z.enum(["month", "quarter"]))
    .readonly()
    .optional(),
});
export type RecountState = Readonly<z.output<typeof RecountState>>;

const IDLE = { state: "done", passes: 0, looked_at: 0, moved: 0 } as const;

/** The state of an account without events; no rules apply to it yet. */
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

/** True if events may have to move, because of a request or because of newer rules. */
export const isPending = (seen: RecountState): boolean =>
  seen.state === "pending" || isUnderOlderRules(seen);

const isUnderOlderRules = ({ has_events, rules_version }: RecountState): boolean =>
  has_events && rules_version < RULES_VERSION;

/** The request of a recount: the days, the time, and the maximum duration of work in progress. */
export type RecountRequest = {
  readonly days: DateRange;
  readonly now: number;
  readonly under_way_ms: number;
};

/** The months of the events of a commit, and the kinds of periods that they count in. */
type NotedEvents = {
  readonly months: readonly string[];
  readonly kinds: readonly PeriodKind[];
};

/**
 * Returns the state that a commit stores before it reads profile and registrations. Stored before the account's first
 * event, which current rules count, and before the first event of each month and of each kind of period.
 */
export function withEvents(seen: RecountState, { months, kinds }: NotedEvents): RecountState {
  const known = new Set([...seen.event_months, ...months]);
  const isNew =
    known.size > seen.event_months.length || kinds.some((kind) => !mayCountIn(seen, kind));
  if (seen.has_events && !isNew) return seen;
  const before = kindsIn(seen);
  return {
    ...seen,
    rules_version: seen.has_events ? seen.rules_version : RULES_VERSION,
    has_events: true,
    event_months: [...known].sort(),
    ...(before ? { period_kinds: [...new Set([...before, ...kinds])].sort() } : {}),
  };
}

const kindsIn = ({ has_events, period_kinds }: RecountState) => (has_events ? period_kinds : []);

/** True if events of the account may count in periods of a kind. Never false once one of them does. */
export const mayCountIn = (seen: RecountState, kind: PeriodKind): boolean =>
  kindsIn(seen)?.includes(kind) ?? true;

/**
 * Returns the state after a request. A pending recount is extended and starts again. An account without events in these
 * months has nothing to move, because the first commit of a month reads the changed settings.
 */
export function requested(
  seen: RecountState,
  { days, now, under_way_ms }: RecountRequest,
): RecountState {
  if (monthsWithin(seen.event_months, days).length === 0) return seen;
  const unfinished = seen.state === "pending";
  const { pass, quiet, ...rest } = seen;
  return {
    ...rest,
    ...(unfinished ? {} : IDLE),
    ...(isUnderOlderRules(seen) ? ALL_DAYS : unfinished ? enclosingRange(seen, days) : days),
    state: "pending",
    passes: 0,
    requested_at: now,
    final_from: Math.max(seen.final_from, now + under_way_ms),
  };
}

/** Returns the state after new rules, which require a recount of all events without a request. */
export const requestedByRules = (seen: RecountState, now: number): RecountState =>
  !isUnderOlderRules(seen) || isOfAllDays(seen)
    ? seen
    : requested(seen, { days: ALL_DAYS, now, under_way_ms: UNDER_WAY_MS });

/**
 * Returns the state after a manual request for a full recount. Settings have not changed, so there is no wait. An
 * interrupted full recount continues, and its last pass begins after this request.
 */
export function requestedByHand(seen: RecountState, now: number): RecountState {
  if (!isOfAllDays(seen)) return requested(seen, { days: ALL_DAYS, now, under_way_ms: 0 });
  const { quiet, ...rest } = seen;
  return { ...rest, final_from: Math.max(seen.final_from, now) };
}

const isOfAllDays = ({ state, from, to }: RecountState): boolean =>
  state === "pending" && from === ALL_DAYS.from && to === ALL_DAYS.to;

/**
 * Returns the time to wait before a pass may begin. The first pass begins at once, so that reports are soon correct.
 * The next pass begins when it can be the last one.
 */
export const waitBefore = (seen: RecountState, now: number): number =>
  seen.pass || seen.passes === 0 ? 0 : Math.max(0, seen.final_from - now);

/**
 * Returns the state with a pass in progress. A pass under other rules proves nothing for the current rules and is
 * restarted.
 */
export const startPass = (seen: RecountState, now: number): RecountState =>
  seen.pass?.rules_version === RULES_VERSION
    ? seen
    : { ...seen, pass: { began_at: now, rules_version: RULES_VERSION, moved: 0 } };

/** The work of one run: some events after the cursor. */
export type Chunk = {
  readonly looked_at: number;
  readonly moved: number;
  readonly last: EventPosition | undefined;
  /**
   * The first day of the earliest period that later corrections may count in: this period and those after it, which
   * declare its late changes, are not quiet before the last event was checked.
   */
  readonly open_from: IsoDate | undefined;
  /** True if the days have no further events. */
  readonly complete: boolean;
};

/**
 * Returns the state after a chunk that began at `start`. If another runner is ahead, only the count of moved events is
 * added. A recount is done after a pass that moved nothing and that began when no older work was in progress. At that
 * time no report is in progress either that has read sums from before the last move.
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
  const isLast =
    pass.rules_version === RULES_VERSION && pass.moved === 0 && pass.began_at >= seen.final_from;
  if (complete) return passEnded(further, isLast);
  const gone = { ...further, pass: { ...pass, ...(last ? { cursor: last } : {}) } };
  return isLast ? quietUntil(gone, chunk) : gone;
}

function passEnded(seen: RecountState, isLast: boolean): RecountState {
  const { pass, quiet, ...rest } = seen;
  const passes = seen.passes + 1;
  if (isLast) return { ...rest, passes, state: "done", rules_version: RULES_VERSION };
  return { ...rest, passes, ...(quiet ? { quiet } : {}) };
}

/** Returns the state with the days before the last checked event as quiet; days that were quiet before stay so. */
function quietUntil(seen: RecountState, { last, open_from }: Chunk): RecountState {
  const days = [last?.supply_date, open_from].filter((day) => day !== undefined).sort();
  const until = days[0] && last ? plusDays(days[0], -1) : undefined;
  if (until === undefined || (isUnderRules(seen.quiet) && seen.quiet.until >= until)) return seen;
  return { ...seen, quiet: { until, rules_version: RULES_VERSION } };
}

const isUnderRules = (quiet: RecountState["quiet"]): quiet is NonNullable<typeof quiet> =>
  quiet?.rules_version === RULES_VERSION;

/**
 * True if the recount may change the return of a period. Corrections in later periods refer to these days as well. The
 * return of the period just before them may be a final one, which corrections of later days go with. A period is free
 * before the end of the recount once the last pass has gone past its last day, all earlier periods included.
 */
export function concerns(seen: RecountState, { lastDay }: Pick<Period, "lastDay">): boolean {
  if (!isPending(seen)) return false;
  if (seen.state === "done") return true;
  const isQuiet = isUnderRules(seen.quiet) && lastDay <= seen.quiet.until;
  return seen.from <= plusDays(lastDay, 1) && !isQuiet;
}

/** Returns the event of a completed recount; undefined for any other change of its state. */
export function recountEvent(before: RecountState, after: RecountState) {
  if (before.state !== "pending" || after.state !== "done") return undefined;
  return {
    type: "recount.completed" as const,
    data: {
      requested_at: new Date(after.requested_at).toISOString(),
      events_examined: after.looked_at,
      events_moved: after.moved,
    },
  };
}
