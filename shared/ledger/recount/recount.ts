import { ALL_DAYS, type Period } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { type Clock, SYSTEM_CLOCK } from "../../platform/clock.ts";
import { runTime } from "../../platform/queues/queue-table.ts";
import { enqueue, queueWorker } from "../../platform/queues/queues.ts";
import type { StartKey } from "../../platform/table/keys.ts";
import { RECOUNTS } from "../../vat/rate-proposals/decide-rate.ts";
import { changedBy } from "../../vat/rate-proposals/rate-decision.ts";
import {
  type RecheckCounts,
  type RecheckWork,
  recheckedProposal,
  withRecheckState,
} from "../../vat/rate-proposals/rate-recheck.ts";
import {
  loadOverlay,
  loadProposals,
  loadVatRates,
  updateProposals,
} from "../../vat/rate-proposals/store-rate-proposals.ts";
import { catalogueOf, type RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import { boundariesOf, firstFinalDay } from "../../vat/schemes/registration-segments.ts";
import { loadRelated } from "../calculate/load-original.ts";
import { changeEvent } from "../commit/change-event.ts";
import type { EventRecord, RelatedStates } from "../events/event-record.ts";
import type { EventPosition } from "../events/listing.ts";
import { type ReevaluationContext, reevaluate } from "../events/re-evaluate.ts";
import { readEvents } from "../events/store-event-list.ts";
import { linksIn, loadEventStates, loadLinks, recordOf } from "../events/store-events.ts";
import { loadAccountSettings } from "../settings/store-settings.ts";
import { type ChangedRate, recheckRates } from "./recheck-rates.ts";
import {
  advanced,
  type Chunk,
  concerns,
  isPending,
  type RecountState,
  requestedByHand,
  requestedByRules,
  startPass,
  waitBefore,
} from "./recount-state.ts";
import { pendingView, type RecountPending } from "./recount-view.ts";
import { loadRecount, updateRecount } from "./store-recounts.ts";

/** Number of events checked in one page. Only a cursor and counts are stored between pages. */
const EVENTS_AT_ONCE = 500;

/** Number of events changed at once; more would conflict at the sums they share. */
const CHANGES_AT_ONCE = 4;

const LINKS_AT_ONCE = 100;

type Recounting = {
  readonly ledger: LedgerId;
  readonly context: ReevaluationContext;
  /** True if no further change may begin: work under these settings must not last longer than a commit. */
  readonly isLate: () => boolean;
};

/**
 * Checks the next events of a recount. Changes those whose sum entries differ under the current settings, each in one
 * transaction. The index selects the candidates; the event itself decides the change.
 */
async function recountPage(work: Recounting, state: RecountState): Promise<Chunk> {
  const { items, next } = await readEvents(work.ledger, state, state.pass?.cursor, EVENTS_AT_ONCE);
  const listed = items.map((item) => ({ record: recordOf(item), links: linksIn(item) }));
  const records = listed.map(({ record }) => record);
  const relatedOf = await loadRelated(work.ledger, records);
  const isWhole = state.from === ALL_DAYS.from && state.to === ALL_DAYS.to;
  let moved = 0;
  let at = 0;
  while (at < listed.length && !work.isLate()) {
    const group = listed.slice(at, at + CHANGES_AT_ONCE);
    const counts = await Promise.all(
      group.map(async ({ record, links }) => {
        const own = await recountOne(work, record, relatedOf(record));
        // Events that refer to this event may lie outside the days of the recount.
        return own + (links > 0 && !isWhole ? await recountLinked(work, record) : 0);
      }),
    );
    moved += counts.reduce((sum, count) => sum + count, 0);
    // If time ran out, the group may be incomplete and is checked again.
    if (!work.isLate()) at += group.length;
  }
  const last = positionOf(listed[at - 1]?.record);
  const open_from = firstFinalDay(work.context.boundaries, state.from);
  return { looked_at: at, moved, last, open_from, complete: at === listed.length && !next };
}

const positionOf = (record: EventRecord | undefined): EventPosition | undefined =>
  record && { supply_date: record.supply_date, event_id: record.event_id };

/** Re-evaluates one event. Returns the number of events written because of it. */
async function recountOne(
  { ledger, context, isLate }: Recounting,
  record: EventRecord,
  related: RelatedStates,
): Promise<number> {
  const isPropagating = record.propagating || related.consignment?.propagating;
  if (!isPropagating && reevaluate(record, related, context) === record) return 0;
  const decide = (seen: EventRecord, now: RelatedStates) => reevaluate(seen, now, context);
  try {
    return (await changeEvent(ledger, context.boundaries, record.event_id, decide, isLate)).written;
  } catch (error) {
    // Its import was undone after the event was listed: there is nothing left to move.
    if (error instanceof DomainError && error.code === "not_found") return 0;
    throw error;
  }
}

/**
 * Re-evaluates the non-sales of an event: a refund that was in progress while its sale was moved was placed under the
 * old settings.
 */
async function recountLinked(work: Recounting, { event_id }: EventRecord): Promise<number> {
  let moved = 0;
  let after: StartKey;
  do {
    const page = await loadLinks(work.ledger, event_id, LINKS_AT_ONCE, after);
    const states = await loadEventStates(work.ledger, [event_id, ...page.ids]);
    for (const id of page.ids) {
      const { event } = states.get(id) ?? {};
      const original = states.get(event_id);
      if (event && !work.isLate()) moved += await recountOne(work, event, { original });
    }
    after = page.next;
  } while (after && !work.isLate());
  return moved;
}

/** Time after which settings that were read may start no further change. With one more call, this is less than 29 s. */
const CHUNK_MS = 12_000;

/** Limits of one run in milliseconds: the time at which it ends, and the longest pause before a pass. */
type RecountRun = { readonly until: number; readonly longest_pause_ms: number };

const TO_THE_END: RecountRun = {
  until: Number.POSITIVE_INFINITY,
  longest_pause_ms: Number.POSITIVE_INFINITY,
};

/**
 * Recounts an account until it is done or a limit of the run is reached; a later run continues. Several runners at once
 * are safe, because each change is conditioned on the data it was decided by.
 */
export async function recountAccount(
  ledger: LedgerId,
  clock: Clock,
  { until, longest_pause_ms }: RecountRun = TO_THE_END,
): Promise<RecountState> {
  for (;;) {
    const seen = await updateRecount(ledger, (state) => taken(state, clock.now()));
    if (!isPending(seen)) return seen;
    const wait = waitBefore(seen, clock.now());
    if (wait > longest_pause_ms || clock.now() + wait >= until) return seen;
    if (wait > 0) await clock.pause(wait);
    else await recountChunk(ledger, clock, seen);
  }
}

/** Returns the state when a runner takes the recount up: with a pass in progress, unless the pass has to wait. */
function taken(state: RecountState, now: number): RecountState {
  const asked = requestedByRules(state, now);
  return !isPending(asked) || waitBefore(asked, now) > 0 ? asked : startPass(asked, now);
}

async function recountChunk(ledger: LedgerId, clock: Clock, start: RecountState): Promise<void> {
  const late = clock.now() + CHUNK_MS;
  // Read after the state, so that the settings are at least as new as the request in the state.
  const [{ registrations, profile }, rates] = await Promise.all([
    loadAccountSettings(ledger),
    loadVatRates(),
  ]);
  const context = { boundaries: boundariesOf(registrations.items), profile, rates };
  const isLate = () => clock.now() >= late;
  const chunk = await recountPage({ ledger, context, isLate }, start);
  await updateRecount(ledger, (seen) => advanced(seen, start, chunk, clock.now()));
}

/** Requests a recount of everything although nothing has changed; an interrupted recount continues. */
export const requestRecount = (ledger: LedgerId, now: number): Promise<RecountState> =>
  updateRecount(ledger, (seen) => requestedByHand(seen, now));

/**
 * Loads the recount that may still change the figures of a period, or of any period; null if there is none. Must be
 * read after the figures, so that it includes every change made before they were read.
 */
export async function loadPendingRecount(
  ledger: LedgerId,
  period?: Pick<Period, "lastDay">,
): Promise<RecountPending | null> {
  const state = await loadRecount(ledger);
  const mayChange = period ? concerns(state, period) : isPending(state);
  return mayChange ? pendingView(state) : null;
}

/**
 * Counts the events of a requested recheck, or stores their new checks if their number is still the confirmed one.
 * Otherwise the new number waits for a confirmation. Interrupted, the next delivery of the message goes on.
 */
async function runRecheck(work: RecheckWork): Promise<void> {
  const proposal = recheckedProposal(await loadProposals(), work);
  const changed = proposal && changedBy(proposal);
  if (!proposal || !changed) return;
  const rates = catalogueOf(await loadOverlay());
  const { state, is_begun, events } = proposal.recheck;
  const save = (next: Parameters<typeof withRecheckState>[2]) =>
    updateProposals((seen) => withRecheckState(seen, work, next));
  if (!is_begun) {
    const counts = await countsOf(changed, rates, false);
    if (state === "counting" || counts.events !== events) {
      await save({ state: "counted", ...counts });
      return;
    }
    await save({ is_begun: true });
  }
  await countsOf(changed, rates, true);
  await save({ state: "applied" });
}

/** Sums the effect on all accounts; stores the new checks if `isApplied`. */
async function countsOf(
  changed: ChangedRate,
  rates: RateCatalogue,
  isApplied: boolean,
): Promise<RecheckCounts> {
  const sum = { events: 0, accounts: 0, periods: 0, calculations: 0 };
  for await (const { events, calculations } of recheckRates(changed, rates, isApplied)) {
    sum.events += events.values().reduce((total, count) => total + count, 0);
    sum.accounts += events.size > 0 ? 1 : 0;
    sum.periods += events.size;
    sum.calculations += calculations;
  }
  return sum;
}

/** Run time within the 15 minutes of the function. The current chunk then still ends in time. */
const RUN_MS = 13 * 60_000;

/** Longest pause of a worker. There are few of them: one that waits keeps other accounts waiting. */
const LONGEST_PAUSE_MS = 1_000;

/**
 * Returns the worker of the queue "recounts". If a recount takes longer than one run, or has a pass that may not begin
 * yet, the worker enqueues the account again.
 */
export const recountWorker = (clock: Clock = SYSTEM_CLOCK) =>
  queueWorker(RECOUNTS, async (work) => {
    if ("rate_proposal" in work) return runRecheck(work);
    const { account: ledger } = work;
    const until = clock.now() + runTime(RUN_MS);
    const run = { until, longest_pause_ms: LONGEST_PAUSE_MS };
    const state = await recountAccount(ledger, clock, run);
    if (!isPending(state)) return;
    const pause = Math.ceil(waitBefore(state, clock.now()) / 1000);
    await enqueue(RECOUNTS, [{ account: ledger }], pause);
  });
