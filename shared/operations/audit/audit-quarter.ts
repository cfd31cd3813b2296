import { ZodError } from "zod";
import {
  ALL_DAYS,
  type IsoDate,
  type Period,
  plusDays,
  quarterOn,
} from "../../core/calendar/dates.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { loadRelated } from "../../ledger/calculate/load-original.ts";
import { referredId } from "../../ledger/commit/plan.ts";
import type { EventRecord, RelatedStates } from "../../ledger/events/event-record.ts";
import { type ReevaluationContext, reevaluate } from "../../ledger/events/re-evaluate.ts";
import {
  listedPlace,
  readEvents,
  readEventsCountedIn,
  readIndex,
} from "../../ledger/events/store-event-list.ts";
import {
  linkedTo,
  linksIn,
  loadEventStates,
  recordOf,
  referencesWithoutLink,
} from "../../ledger/events/store-events.ts";
import { NO_RECOUNT, type RecountState } from "../../ledger/recount/recount-state.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import type { RunningSum } from "../../ledger/sums/sum.ts";
import { listMonthOf } from "../../platform/table/event-list-keys.ts";
import {
  auditedQuarters,
  type EntrySums,
  FIRST_DAY,
  hasFinalReturnIn,
  isLinkCurrent,
  isSumOf,
  partitionsIn,
  recordFaults,
} from "./audit.ts";
import { loadedOr } from "./findings.ts";
import {
  type EventFindings,
  noteFinding,
  type QuarterAudit,
  type QuarterState,
} from "./quarter-progress.ts";

/** A quarter in which the account has events, sums, or both. */
type FoundQuarter = {
  readonly quarter: Period;
  readonly hasEvents: boolean;
  /** Hash of all sums of the quarter and of their numbers of writes. */
  readonly sums_sha256: string;
};

/**
 * Returns the quarters to audit. Sums are searched in every period of the range, not only in periods with events: an
 * audit must find sums without events.
 */
export async function findQuarters(
  ledger: LedgerId,
  now: Date,
  from = FIRST_DAY,
): Promise<FoundQuarter[]> {
  const ofEvents = await quartersWithEvents(ledger);
  const keys = new Set(ofEvents.map(({ key }) => key));
  const quarters = auditedQuarters(now.toISOString().slice(0, 10) as IsoDate, ofEvents, from);
  const storedSums = await loadPartitions(ledger, [...new Set(quarters.flatMap(partitionsIn))]);
  return quarters
    .map((quarter) => ({ quarter, sums: sumsOf(quarter, storedSums) }))
    .filter(({ quarter, sums }) => sums.length > 0 || keys.has(quarter.key))
    .map(({ quarter, sums }) => ({
      quarter,
      hasEvents: keys.has(quarter.key),
      sums_sha256: fingerprintOf(sums),
    }));
}

/** Finds the quarters with events, with one read per quarter: each read finds the next event. */
async function quartersWithEvents(ledger: LedgerId): Promise<Period[]> {
  const quarters: Period[] = [];
  for (let from = ALL_DAYS.from; ; ) {
    const { items } = await readIndex(ledger, { from, to: ALL_DAYS.to }, undefined, { limit: 1 });
    if (!items[0]) return quarters;
    const quarter = quarterOn(listedPlace(items[0]).supply_date);
    quarters.push(quarter);
    from = plusDays(quarter.lastDay, 1);
  }
}

/** The stored sums by partition. */
type StoredSums = ReadonlyMap<string, readonly RunningSum[]>;

const PARTITIONS_AT_ONCE = 24;

async function loadPartitions(
  ledger: LedgerId,
  partitions: readonly string[],
  faults: string[] = [],
): Promise<StoredSums> {
  const storedSums = new Map<string, readonly RunningSum[]>();
  for (let first = 0; first < partitions.length; first += PARTITIONS_AT_ONCE) {
    const some = partitions.slice(first, first + PARTITIONS_AT_ONCE);
    const sums = await Promise.all(
      some.map((partition) =>
        loadedOr(`sums of ${partition}`, () => loadSums(ledger, partition), [], faults),
      ),
    );
    for (const [n, partition] of some.entries()) storedSums.set(partition, sums[n] ?? []);
  }
  return storedSums;
}

/** Returns the sums of a quarter in a form that can be hashed. */
export const sumsOf = (quarter: Period, storedSums: StoredSums): readonly unknown[] =>
  partitionsIn(quarter).flatMap((partition) =>
    (storedSums.get(partition) ?? [])
      .filter(({ key }) => isSumOf(quarter, partition, key))
      .map(({ key, amounts }) => [partition, key, Object.entries(amounts).map(String).sort()]),
  );

/** An event in the index, and the number of non-sales that refer to it. */
type ListedEvent = { readonly record: EventRecord; readonly links: number };

const ORIGINALS_AT_ONCE = 16;

/**
 * Finds faults in the links of these events in both directions: a missing link, a link without its event, and a link
 * count that differs from the links.
 */
async function linkFaults(ledger: LedgerId, listed: readonly ListedEvent[]): Promise<string[]> {
  const references = listed.flatMap(({ record }) => {
    const original_id = referredId(record);
    return original_id === undefined ? [] : [{ event_id: record.event_id, original_id }];
  });
  const unlinked = await referencesWithoutLink(ledger, references);
  const faults = unlinked.map(
    (reference) => `the link of ${reference.event_id} to ${reference.original_id} is gone`,
  );
  const originals = listed.filter(({ links }) => links > 0).map(({ record }) => record.event_id);
  for (let first = 0; first < originals.length; first += ORIGINALS_AT_ONCE) {
    const some = originals.slice(first, first + ORIGINALS_AT_ONCE);
    faults.push(...(await Promise.all(some.map((id) => faultsAt(ledger, id)))).flat());
  }
  return faults;
}

async function faultsAt(ledger: LedgerId, original: EventId): Promise<string[]> {
  const faults: string[] = [];
  let found = 0;
  for await (const ids of linkedTo(ledger, original)) {
    found += ids.length;
    for (const [id, { event, undone }] of await loadEventStates(ledger, ids)) {
      // The link of an event that was undone stays, for a later event with its id.
      if (!event && !undone) faults.push(`${id} has a link to ${original}, and is gone itself`);
    }
  }
  const { links = 0 } = (await loadEventStates(ledger, [original])).get(original) ?? {};
  if (links === found) return faults;
  return [...faults, `${original} counts ${links} events that refer to it, there are ${found}`];
}

/**
 * Adds the events of a quarter page by page, in the order of their days, and checks that each event equals its submission
 * and is placed correctly. Yields after each page; an audit may end there and go on later. Only sums are held in memory,
 * never all events.
 */
export async function* addEvents(
  ledger: LedgerId,
  state: QuarterState,
  context: ReevaluationContext,
): AsyncGenerator<void> {
  if (state.part === "events") yield* addOwn(ledger, state, context);
  if (state.part === "later") yield* addLater(ledger, state);
}

async function* addOwn(ledger: LedgerId, state: QuarterState, context: ReevaluationContext) {
  const { quarter, sums, found, months } = state;
  const days = { from: quarter.firstDay, to: quarter.lastDay };
  do {
    const { items, next } = await readEvents(ledger, days, state.after);
    const listed = items.flatMap((item) => takeIn(item, sums, found));
    for (const { record } of listed) months.add(listMonthOf(record.supply_date));
    await noteRecord(ledger, listed, context, found);
    state.after = next;
    if (!next) state.part = hasFinalReturnIn(quarter, context.boundaries) ? "later" : "ended";
    yield;
  } while (state.after);
}

/** Adds the corrections of later days to the sums of a final return. Their own quarters check the events themselves. */
async function* addLater(ledger: LedgerId, state: QuarterState) {
  const { quarter, sums } = state;
  const days = { from: plusDays(quarter.lastDay, 1), to: ALL_DAYS.to };
  const partitions = new Set(partitionsIn(quarter));
  do {
    const { items, next } = await readEventsCountedIn(ledger, partitions, days, state.after);
    for (const record of items.flatMap((item) => readable(item) ?? [])) sums.addLater(record);
    state.after = next;
    if (!next) state.part = "ended";
    yield;
  } while (state.after);
}

export async function compareSums(
  ledger: LedgerId,
  { quarter, sums, found, months }: QuarterState,
): Promise<QuarterAudit> {
  const faults = [...found.faults, ...(await unlisted(ledger, months))];
  const storedSums = await loadPartitions(ledger, partitionsIn(quarter), faults);
  return {
    ...found,
    quarter: quarter.key,
    faults,
    events: sums.events,
    partitions: sums.partitions(),
    differences: [...storedSums].flatMap(([partition, stored]) =>
      sums.differences(partition, stored),
    ),
    sums_sha256: fingerprintOf(sumsOf(quarter, storedSums)),
  };
}

/** Finds months of events that are missing in the account's months: lists do not read such a month. */
async function unlisted(ledger: LedgerId, months: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = [];
  const { event_months } = await loadedRecount(ledger, faults);
  const missing = [...months].filter((month) => !event_months.includes(month));
  return [...faults, ...missing.map((month) => `${month} has events, and lists do not look there`)];
}

/** Loads the recount of an account; none if it cannot be read. */
export const loadedRecount = (ledger: LedgerId, faults: string[]): Promise<RecountState> =>
  loadedOr(`ACCOUNT#${ledger} RECOUNT`, () => loadRecount(ledger), NO_RECOUNT, faults);

/** Adds one event to the sums. An event that cannot be read is a finding; the other events are still counted. */
function takeIn(
  item: Record<string, unknown>,
  sums: EntrySums,
  { faults }: Pick<EventFindings, "faults">,
): ListedEvent[] {
  const record = readable(item);
  if (!record) {
    noteFinding(faults, `${item["event_id"] ?? item["pk"]} cannot be read`);
    return [];
  }
  if (!sums.add(record)) {
    noteFinding(faults, `${record.event_id} counts in sums of other days than its own`);
  }
  return [{ record, links: linksIn(item) }];
}

function readable(item: Record<string, unknown>): EventRecord | undefined {
  try {
    return recordOf(item);
  } catch {
    return undefined;
  }
}

async function noteRecord(
  ledger: LedgerId,
  listed: readonly ListedEvent[],
  context: ReevaluationContext,
  found: EventFindings,
): Promise<void> {
  const records = listed.map(({ record }) => record);
  try {
    const relatedOf = await loadRelated(ledger, records);
    for (const record of records) noteOne(record, relatedOf(record), context, found);
    noteFinding(found.faults, ...(await linkFaults(ledger, listed)));
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const ids = [records[0]?.event_id, records.at(-1)?.event_id].join(" to ");
    noteFinding(found.faults, `${ids}: something that these events refer to cannot be read`);
  }
}

/** Checks one event by itself, and against its related states. */
function noteOne(
  record: EventRecord,
  related: RelatedStates,
  context: ReevaluationContext,
  found: EventFindings,
): void {
  noteFinding(found.faults, ...recordFaults(record, related, fingerprintOf));
  if (record.original_event_id !== undefined && !isLinkCurrent(record, related.original)) {
    noteFinding(found.stale_links, record.event_id);
  } else if (reevaluate(record, related, context) !== record) {
    noteFinding(found.stale_events, record.event_id);
  }
}
