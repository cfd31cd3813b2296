import { ALL_DAYS } from "../calendar/iso-date.ts";
import { asToday, type Ground } from "../ledger/as-today.ts";
import { type Difference, EntrySums, isLinkCurrent } from "../ledger/audit.ts";
import type { EventRecord } from "../ledger/ledger-view.ts";
import { isPending } from "../ledger/recount-state.ts";
import { edgesOf } from "../schemes/segments.ts";
import { loadProfile } from "../store/account-profiles.ts";
import { readIndex } from "../store/event-index.ts";
import { loadRecount } from "../store/recounts.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { recordOf } from "../store/supply-events.ts";
import { loadTallies } from "../store/tallies.ts";
import { loadBeside } from "./load-beside.ts";

type AuditResult = {
  readonly events: number;
  readonly books: readonly string[];
  readonly differences: readonly Difference[];
  /** Non-sales whose standing to their original is not up to date. */
  readonly stale_links: readonly string[];
  /** Events that would add something else to sums today; none is named while a recount is pending. */
  readonly stale_events: readonly string[];
  readonly recount_pending: boolean;
};

/**
 * Adds up what an account's events have added to sums, and compares. The events come from the index,
 * which on AWS is a little behind: audit an account that is not being written to, or run again.
 */
export async function auditTallies(account: string): Promise<AuditResult> {
  const sums = new EntrySums();
  const stale: Stale = { links: [], events: [] };
  const ground = await loadGround(account);
  let place: Awaited<ReturnType<typeof readIndex>>["next"];
  do {
    const page = await readIndex(account, ALL_DAYS, place);
    const records = page.items.map(recordOf);
    for (const record of records) sums.add(record);
    await noteStale(account, records, ground, stale);
    place = page.next;
  } while (place);
  const books = sums.books();
  const differences: Difference[] = [];
  for (const book of books) {
    differences.push(...sums.differences(book, await loadTallies(account, book)));
  }
  // Asked last: what began while the events were read excuses what it has not moved yet.
  const recount_pending = isPending(await loadRecount(account));
  const stale_events = recount_pending ? [] : stale.events;
  const { events } = sums;
  return { events, books, differences, stale_links: stale.links, stale_events, recount_pending };
}

type Stale = { readonly links: string[]; readonly events: string[] };

async function loadGround(account: string): Promise<Ground> {
  const [{ items }, profile] = await Promise.all([
    loadRegistrations(account),
    loadProfile(account),
  ]);
  return { edges: edgesOf(items), profile };
}

async function noteStale(
  account: string,
  records: readonly EventRecord[],
  ground: Ground,
  { links, events }: Stale,
): Promise<void> {
  const besideOf = await loadBeside(account, records);
  for (const record of records) {
    const beside = besideOf(record);
    if (record.original_event_id !== undefined && !isLinkCurrent(record, beside.original)) {
      links.push(record.event_id);
    } else if (asToday(record, beside, ground) !== record) events.push(record.event_id);
  }
}
