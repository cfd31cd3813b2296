import { ZodError } from "zod";
import type { Period } from "../../core/calendar/period.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { loadBeside } from "../../ledger/commit/load-beside.ts";
import { readEvents } from "../../ledger/events/event-list.ts";
import type { Beside, EventRecord } from "../../ledger/events/event-record.ts";
import { asToday, type Ground } from "../../ledger/events/re-evaluate.ts";
import { linksIn, recordOf } from "../../ledger/events/store-events.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { listMonthOf } from "../../platform/table/event-list-keys.ts";
import { EntrySums, isLinkCurrent } from "./audit.ts";
import { type Listed, linkFaults } from "./audit-links.ts";
import { booksIn } from "./audit-range.ts";
import { loadBooks, sumsOf } from "./find-quarters.ts";
import type { AuditFindings } from "./findings.ts";
import { recordFaults } from "./record-faults.ts";

/** What the audit of one quarter has found. */
export type QuarterAudit = AuditFindings & {
  readonly events: number;
  /** The books that its events count in. */
  readonly books: readonly string[];
  /** Of the sums that were compared. */
  readonly sums_sha256: string;
};

type Found = Readonly<Record<"stale_links" | "stale_events" | "faults", string[]>>;

/**
 * Adds up what the events of a quarter have added to sums, compares every sum of the quarter, and looks
 * whether each event is what was sent and stands where it belongs. What is kept in memory are sums, never events.
 */
export async function auditQuarter(
  account: string,
  quarter: Period,
  ground: Ground,
): Promise<QuarterAudit> {
  const sums = new EntrySums(quarter);
  const found: Found = { stale_links: [], stale_events: [], faults: [] };
  const days = { from: quarter.firstDay, to: quarter.lastDay };
  const months = new Set<string>();
  let place: Awaited<ReturnType<typeof readEvents>>["next"];
  do {
    const { items, next } = await readEvents(account, days, place);
    const listed = items.flatMap((item) => takeIn(item, sums, found));
    for (const { record } of listed) months.add(listMonthOf(record.supply_date));
    await noteStanding(account, listed, ground, found);
    place = next;
  } while (place);
  found.faults.push(...(await unlisted(account, months)));
  const kept = await loadBooks(account, booksIn(quarter));
  return {
    ...found,
    events: sums.events,
    books: sums.books(),
    differences: [...kept].flatMap(([book, tallies]) => sums.differences(book, tallies)),
    sums_sha256: fingerprintOf(sumsOf(quarter, kept)),
  };
}

/** A month that the account does not know of is in no list that is not of its quarter. */
async function unlisted(account: string, months: ReadonlySet<string>): Promise<string[]> {
  const { event_months } = await loadRecount(account);
  const missing = [...months].filter((month) => !event_months.includes(month));
  return missing.map((month) => `${month} has events, and lists do not look there`);
}

/** Adds one event to the sums. One that cannot be read is a finding; the others are still counted. */
export function takeIn(
  item: Record<string, unknown>,
  sums: EntrySums,
  { faults }: Pick<Found, "faults">,
): Listed[] {
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

async function noteStanding(
  account: string,
  listed: readonly Listed[],
  ground: Ground,
  found: Found,
): Promise<void> {
  const records = listed.map(({ record }) => record);
  try {
    const besideOf = await loadBeside(account, records);
    for (const record of records) noteOne(record, besideOf(record), ground, found);
    found.faults.push(...(await linkFaults(account, listed)));
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const ids = [records[0]?.event_id, records.at(-1)?.event_id].join(" to ");
    found.faults.push(`${ids}: something that these events refer to cannot be read`);
  }
}

/** Looks at one event by itself, and at what it stands beside. */
export function noteOne(record: EventRecord, beside: Beside, ground: Ground, found: Found): void {
  found.faults.push(...recordFaults(record, beside, fingerprintOf));
  if (record.original_event_id !== undefined && !isLinkCurrent(record, beside.original)) {
    found.stale_links.push(record.event_id);
  } else if (asToday(record, beside, ground) !== record) {
    found.stale_events.push(record.event_id);
  }
}
