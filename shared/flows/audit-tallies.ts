import { type Difference, isLinkCurrent, Recount } from "../ledger/audit.ts";
import type { EventRecord } from "../ledger/ledger-view.ts";
import { eventDays } from "../ledger/listing.ts";
import { readIndex } from "../store/event-index.ts";
import { loadSlots, recordOf } from "../store/supply-events.ts";
import { loadTallies } from "../store/tallies.ts";

type AuditResult = {
  readonly events: number;
  readonly books: readonly string[];
  readonly differences: readonly Difference[];
  /** Non-sales whose standing to their original is not up to date. */
  readonly stale_links: readonly string[];
};

/**
 * Recounts an account's whole ledger and compares. The events come from the index, which on AWS is
 * a little behind: audit an account that is not being written to, or run again.
 */
export async function auditTallies(account: string): Promise<AuditResult> {
  const recount = new Recount();
  const stale_links: string[] = [];
  let place: Awaited<ReturnType<typeof readIndex>>["next"];
  do {
    const page = await readIndex(account, eventDays({ limit: 1 }), place);
    const records = page.items.map(recordOf);
    for (const record of records) recount.add(record);
    stale_links.push(...(await staleAmong(account, records)));
    place = page.next;
  } while (place);
  const books = recount.books();
  const differences: Difference[] = [];
  for (const book of books) {
    differences.push(...recount.differences(book, await loadTallies(account, book)));
  }
  return { events: recount.events, books, differences, stale_links };
}

async function staleAmong(account: string, records: readonly EventRecord[]): Promise<string[]> {
  const referring = records.filter((record) => record.original_event_id !== undefined);
  const originals = referring.map((record) => record.original_event_id as string);
  const slots = await loadSlots(account, originals);
  return referring
    .filter((one) => !isLinkCurrent(one, slots.get(one.original_event_id as string)))
    .map((one) => one.event_id);
}
