import { ZodError } from "zod";
import { ALL_DAYS, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { type Period, quarterOn } from "../../core/calendar/period.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { loadRelated } from "../../ledger/commit/load-original.ts";
import { referredId } from "../../ledger/commit/plan.ts";
import type { EventRecord, RelatedStates } from "../../ledger/events/event-record.ts";
import { type ReevaluationContext, reevaluate } from "../../ledger/events/re-evaluate.ts";
import { readEvents, readEventsCountedIn } from "../../ledger/events/store-event-list.ts";
import {
  linkedTo,
  linksIn,
  loadEventStates,
  recordOf,
  unlinkedOf,
} from "../../ledger/events/store-events.ts";
import { isPending } from "../../ledger/recount/recount-state.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { loadAccountSettings } from "../../ledger/settings/store-settings.ts";
import { listMonthOf } from "../../platform/table/event-list-keys.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import {
  EntrySums,
  FIRST_DAY,
  hasFinalReturnIn,
  isLinkCurrent,
  partitionsIn,
  quartersOf,
  recordFaults,
} from "./audit.ts";
import { findQuarters, loadPartitions, sumsOf } from "./find-quarters.ts";
import type { AuditFindings } from "./findings.ts";
import { scanAccount } from "./store-audits.ts";

/** An event in the index, and the number of non-sales that refer to it. */
type ListedEvent = { readonly record: EventRecord; readonly links: number };

const ORIGINALS_AT_ONCE = 16;

/**
 * Finds faults in the links of these events in both directions: a missing link, a link without its event, and a link
 * count that differs from the links.
 */
async function linkFaults(account: string, listed: readonly ListedEvent[]): Promise<string[]> {
  const references = listed.flatMap(({ record }) => {
    const original_id = referredId(record);
    return original_id === undefined ? [] : [{ event_id: record.event_id, original_id }];
  });
  const unlinked = await unlinkedOf(account, references);
  const faults = unlinked.map((one) => `the link of ${one.event_id} to ${one.original_id} is gone`);
  const originals = listed.filter(({ links }) => links > 0).map(({ record }) => record.event_id);
  for (let first = 0; first < originals.length; first += ORIGINALS_AT_ONCE) {
    const some = originals.slice(first, first + ORIGINALS_AT_ONCE);
    faults.push(...(await Promise.all(some.map((id) => faultsAt(account, id)))).flat());
  }
  return faults;
}

async function faultsAt(account: string, original: string): Promise<string[]> {
  const faults: string[] = [];
  let found = 0;
  for await (const ids of linkedTo(account, original)) {
    found += ids.length;
    for (const [id, { event, undone }] of await loadEventStates(account, ids)) {
      // The link of an event that was undone stays, for a later event with its id.
      if (!event && !undone) faults.push(`${id} has a link to ${original}, and is gone itself`);
    }
  }
  const { links = 0 } = (await loadEventStates(account, [original])).get(original) ?? {};
  if (links === found) return faults;
  return [...faults, `${original} counts ${links} events that refer to it, there are ${found}`];
}

/** The findings in one quarter. */
type QuarterAudit = AuditFindings & {
  readonly events: number;
  /** The partitions that its events count in. */
  readonly partitions: readonly string[];
  /** Hash of the compared sums. */
  readonly sums_sha256: string;
};

type EventFindings = Readonly<Record<"stale_links" | "stale_events" | "faults", string[]>>;

/**
 * Adds up the entries of a quarter's events, and compares the result with every sum of the quarter. Checks that each
 * event equals its submission and is placed correctly. Only sums are held in memory, never all events.
 */
export async function auditQuarter(
  account: string,
  quarter: Period,
  context: ReevaluationContext,
): Promise<QuarterAudit> {
  const sums = new EntrySums(quarter, context.boundaries);
  const found: EventFindings = { stale_links: [], stale_events: [], faults: [] };
  const days = { from: quarter.firstDay, to: quarter.lastDay };
  const months = new Set<string>();
  let place: Awaited<ReturnType<typeof readEvents>>["next"];
  do {
    const { items, next } = await readEvents(account, days, place);
    const listed = items.flatMap((item) => takeIn(item, sums, found));
    for (const { record } of listed) months.add(listMonthOf(record.supply_date));
    await noteRecord(account, listed, context, found);
    place = next;
  } while (place);
  found.faults.push(...(await unlisted(account, months)));
  if (hasFinalReturnIn(quarter, context.boundaries)) await takeInLater(account, quarter, sums);
  const kept = await loadPartitions(account, partitionsIn(quarter));
  return {
    ...found,
    events: sums.events,
    partitions: sums.partitions(),
    differences: [...kept].flatMap(([partition, stored]) => sums.differences(partition, stored)),
    sums_sha256: fingerprintOf(sumsOf(quarter, kept)),
  };
}

/** Adds the corrections of later days to the sums of a final return. Their own quarters check the events themselves. */
async function takeInLater(account: string, quarter: Period, sums: EntrySums): Promise<void> {
  const days = { from: plusDays(quarter.lastDay, 1), to: ALL_DAYS.to };
  const partitions = new Set(partitionsIn(quarter));
  let place: Awaited<ReturnType<typeof readEvents>>["next"];
  do {
    const { items, next } = await readEventsCountedIn(account, partitions, days, place);
    for (const record of items.flatMap((item) => readable(item) ?? [])) sums.addLater(record);
    place = next;
  } while (place);
}

/** Finds months of events that are missing in the account's months: lists do not read such a month. */
async function unlisted(account: string, months: ReadonlySet<string>): Promise<string[]> {
  const { event_months } = await loadRecount(account);
  const missing = [...months].filter((month) => !event_months.includes(month));
  return missing.map((month) => `${month} has events, and lists do not look there`);
}

/** Adds one event to the sums. An event that cannot be read is a finding; the other events are still counted. */
export function takeIn(
  item: Record<string, unknown>,
  sums: EntrySums,
  { faults }: Pick<EventFindings, "faults">,
): ListedEvent[] {
  const record = readable(item);
  if (!record) {
    faults.push(`${item["event_id"] ?? item["pk"]} cannot be read`);
    return [];
  }
  if (!sums.add(record)) {
    faults.push(`${record.event_id} counts in sums of other days than its own`);
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
  account: string,
  listed: readonly ListedEvent[],
  context: ReevaluationContext,
  found: EventFindings,
): Promise<void> {
  const records = listed.map(({ record }) => record);
  try {
    const besideOf = await loadRelated(account, records);
    for (const record of records) noteOne(record, besideOf(record), context, found);
    found.faults.push(...(await linkFaults(account, listed)));
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const ids = [records[0]?.event_id, records.at(-1)?.event_id].join(" to ");
    found.faults.push(`${ids}: something that these events refer to cannot be read`);
  }
}

/** Checks one event by itself, and against its related states. */
export function noteOne(
  record: EventRecord,
  related: RelatedStates,
  context: ReevaluationContext,
  found: EventFindings,
): void {
  found.faults.push(...recordFaults(record, related, fingerprintOf));
  if (record.original_event_id !== undefined && !isLinkCurrent(record, related.original)) {
    found.stale_links.push(record.event_id);
  } else if (reevaluate(record, related, context) !== record) {
    found.stale_events.push(record.event_id);
  }
}

/** The findings of an account; `stale_events` is empty while a recount is pending. */
type AuditResult = AuditFindings & {
  readonly events: number;
  readonly partitions: readonly string[];
  readonly recount_pending: boolean;
};

type Reach = {
  /** True if the whole table is scanned for sums outside the usual periods. */
  readonly scan?: boolean;
  readonly now?: Date;
  /** The first day of the usual periods. */
  readonly from?: IsoDate;
};

/**
 * Adds up the entries of an account's events, and compares the result with every sum. Events are read from the index,
 * which lags slightly behind on AWS. Audit an account without concurrent writes, or run the audit again.
 */
export async function auditSums(
  account: string,
  { scan = false, now = new Date(), from = FIRST_DAY }: Reach = {},
): Promise<AuditResult> {
  const context = await loadAuditContext(account);
  const found = (await findQuarters(account, now, from)).map(({ quarter }) => quarter);
  const further = scan ? await furtherPartitions(account, found) : NOTHING_FURTHER;
  const audits: QuarterAudit[] = [];
  for (const quarter of [...found, ...further.quarters]) {
    audits.push(await auditQuarter(account, quarter, context));
  }
  // Read last: a recount that began while the events were read explains the events that it has not moved yet.
  const recount_pending = isPending(await loadRecount(account));
  return {
    events: audits.reduce((sum, { events }) => sum + events, 0),
    partitions: [...new Set(audits.flatMap(({ partitions }) => partitions))].sort(),
    differences: audits.flatMap(({ differences }) => differences),
    stale_links: audits.flatMap(({ stale_links }) => stale_links),
    stale_events: recount_pending ? [] : audits.flatMap(({ stale_events }) => stale_events),
    faults: [...audits.flatMap(({ faults }) => faults), ...further.faults],
    recount_pending,
  };
}

/** Loads the current settings that decisions about events depend on. */
export async function loadAuditContext(account: string): Promise<ReevaluationContext> {
  const { registrations, profile } = await loadAccountSettings(account);
  return { boundaries: boundariesOf(registrations.items), profile };
}

type Further = { readonly quarters: readonly Period[]; readonly faults: readonly string[] };

const NOTHING_FURTHER: Further = { quarters: [], faults: [] };

/** Finds quarters that only a scan of the table reveals, and partitions without a valid period. */
async function furtherPartitions(account: string, found: readonly Period[]): Promise<Further> {
  const known = new Set(found.map(({ key }) => key));
  const seen = await scanAccount(account);
  const partitions = seen.partitions.map((partition) => ({
    partition,
    quarters: quartersOf(partition),
  }));
  const further = [...partitions.flatMap(({ quarters }) => quarters), ...seen.days.map(quarterOn)]
    .filter(({ key }) => !known.has(key))
    .map((quarter) => [quarter.key, quarter] as const);
  return {
    quarters: [...new Map(further).values()],
    faults: partitions
      .filter(({ quarters }) => quarters.length === 0)
      .map(({ partition }) => `${partition} has sums, and no period is called so`),
  };
}
