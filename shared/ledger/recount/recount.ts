import { ALL_DAYS } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { type Clock, SYSTEM_CLOCK } from "../../platform/clock.ts";
import { accountQueue, enqueue, queueWorker } from "../../platform/queues/queues.ts";
import type { StartKey } from "../../platform/table/keys.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import { changeEvent } from "../commit/change-event.ts";
import { loadRelated } from "../commit/load-original.ts";
import type { EventRecord, RelatedStates } from "../events/event-record.ts";
import type { EventPosition } from "../events/listing.ts";
import { type ReevaluationContext, reevaluate } from "../events/re-evaluate.ts";
import { readEvents } from "../events/store-event-list.ts";
import { linksIn, loadEventStates, loadLinks, recordOf } from "../events/store-events.ts";
import { loadAccountSettings } from "../settings/store-settings.ts";
import {
  advanced,
  begun,
  type Chunk,
  concerns,
  isPending,
  type RecountState,
  requestedByHand,
  requestedByRules,
  waitBefore,
} from "./recount-state.ts";
import { pendingView, type RecountPending } from "./recount-view.ts";
import { loadRecount, updateRecount } from "./store-recounts.ts";

/** Events looked at in one go. What is kept in between are a cursor and counts. */
const EVENTS_AT_ONCE = 500;

/** Events that are changed at the same time: more would meet each other at the sums they share. */
const CHANGES_AT_ONCE = 4;

const LINKS_AT_ONCE = 100;

/** What a page is recounted with. */
type Recounting = {
  readonly account: string;
  readonly context: ReevaluationContext;
  /** From then on nothing more is begun: what stands on this ground must not last longer than a commit. */
  readonly isLate: () => boolean;
};

/**
 * Looks at the next events of a recount, and changes those that would add something else to sums
 * today, each in one transaction. The index tells which may be such; what is done to an event is
 * decided on the event itself.
 */
async function recountPage(work: Recounting, state: RecountState): Promise<Chunk> {
  const { items, next } = await readEvents(work.account, state, state.pass?.cursor, EVENTS_AT_ONCE);
  const listed = items.map((item) => ({ record: recordOf(item), links: linksIn(item) }));
  const records = listed.map(({ record }) => record);
  const relatedOf = await loadRelated(work.account, records);
  const isWhole = state.from === ALL_DAYS.from && state.to === ALL_DAYS.to;
  let moved = 0;
  let at = 0;
  while (at < listed.length && !work.isLate()) {
    const group = listed.slice(at, at + CHANGES_AT_ONCE);
    const counts = await Promise.all(
      group.map(async ({ record, links }) => {
        const own = await recountOne(work, record, relatedOf(record));
        // Those that refer to it may lie behind the days that are looked at.
        return own + (links > 0 && !isWhole ? await recountLinked(work, record) : 0);
      }),
    );
    moved += counts.reduce((sum, count) => sum + count, 0);
    // What has become late on the way may be half done: it is looked at again.
    if (!work.isLate()) at += group.length;
  }
  const last = positionOf(listed[at - 1]?.record);
  return { looked_at: at, moved, last, complete: at === listed.length && !next };
}

const positionOf = (record: EventRecord | undefined): EventPosition | undefined =>
  record && { supply_date: record.supply_date, event_id: record.event_id };

/** How many events were written because of this one. */
async function recountOne(
  { account, context, isLate }: Recounting,
  record: EventRecord,
  beside: RelatedStates,
): Promise<number> {
  const isPropagating = record.settling || beside.consignment?.settling;
  if (!isPropagating && reevaluate(record, beside, context) === record) return 0;
  const decide = (seen: EventRecord, now: RelatedStates) => reevaluate(seen, now, context);
  return (await changeEvent(account, context.boundaries, record.event_id, decide, isLate)).written;
}

/**
 * The non-sales of an event: a refund that was under way while its sale was moved stands on the
 * ground before.
 */
async function recountLinked(work: Recounting, { event_id }: EventRecord): Promise<number> {
  let moved = 0;
  let after: StartKey;
  do {
    const page = await loadLinks(work.account, event_id, LINKS_AT_ONCE, after);
    const states = await loadEventStates(work.account, [event_id, ...page.ids]);
    for (const id of page.ids) {
      const { event } = states.get(id) ?? {};
      const original = states.get(event_id);
      if (event && !work.isLate()) moved += await recountOne(work, event, { original });
    }
    after = page.next;
  } while (after && !work.isLate());
  return moved;
}

/** After so long nothing more is begun with what was read before: then, and one call more, is less than 29 s. */
const CHUNK_MS = 12_000;

/**
 * Recounts an account until it is done, or `until` has come; then it is taken up later where it was
 * left. Several runners at once do no harm: each change is conditioned on what it was decided by.
 */
export async function recountAccount(
  account: string,
  clock: Clock,
  until = Number.POSITIVE_INFINITY,
): Promise<RecountState> {
  for (;;) {
    const seen = await updateRecount(account, (state) => taken(state, clock.now()));
    if (!isPending(seen)) return seen;
    const wait = waitBefore(seen, clock.now());
    if (clock.now() + wait >= until) return seen;
    if (wait > 0) await clock.pause(wait);
    else await recountChunk(account, clock, seen);
  }
}

/** As a runner takes it up: with a pass under way, unless one has to wait. */
function taken(state: RecountState, now: number): RecountState {
  const asked = requestedByRules(state, now);
  return !isPending(asked) || waitBefore(asked, now) > 0 ? asked : begun(asked, now);
}

async function recountChunk(account: string, clock: Clock, start: RecountState): Promise<void> {
  const late = clock.now() + CHUNK_MS;
  // After the state: what is read here is at least as new as the request that it tells of.
  const { registrations, profile } = await loadAccountSettings(account);
  const context = { boundaries: boundariesOf(registrations.items), profile };
  const isLate = () => clock.now() >= late;
  const chunk = await recountPage({ account, context, isLate }, start);
  await updateRecount(account, (seen) => advanced(seen, start, chunk, clock.now()));
}

/** Asks for a recount of everything though nothing has changed; one that was broken off goes on. */
export const requestRecount = (account: string, now: number): Promise<RecountState> =>
  updateRecount(account, (seen) => requestedByHand(seen, now));

/**
 * The recount that may still change the figures of a period, or of any when none is named; null when
 * they stand. Read it after them: what had changed before they were read is told then.
 */
export async function loadPendingRecount(
  account: string,
  period?: Pick<Period, "lastDay">,
): Promise<RecountPending | null> {
  const state = await loadRecount(account);
  const mayChange = period ? concerns(state, period) : isPending(state);
  return mayChange ? pendingView(state) : null;
}

/** Of the 15 minutes that the function has. The chunk under way then ends in time. */
const RUN_MS = 13 * 60_000;

/** The worker of the queue "recounts". It enqueues an account again whose recount takes longer than one run. */
export const recountWorker = (clock: Clock = SYSTEM_CLOCK) =>
  queueWorker(accountQueue("recounts"), async ({ account }) => {
    const state = await recountAccount(account, clock, clock.now() + RUN_MS);
    if (isPending(state)) await enqueue(accountQueue("recounts"), [{ account }]);
  });
