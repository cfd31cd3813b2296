import { referredId } from "../../ledger/commit/moves.ts";
import { linkedTo, unlinkedOf } from "../../ledger/events/event-links.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { loadSlots } from "../../ledger/events/store-events.ts";

/** An event as the index lists it, and how many non-sales refer to it. */
export type Listed = { readonly record: EventRecord; readonly links: number };

const ORIGINALS_AT_ONCE = 16;

/**
 * What is wrong between these events and those that refer to them, from both sides: a link that is gone, one
 * whose event is gone, and a count that is not that of the links.
 */
export async function linkFaults(account: string, listed: readonly Listed[]): Promise<string[]> {
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
    for (const [id, { event, undone }] of await loadSlots(account, ids)) {
      // The link of an event that was undone stays, for whatever comes in its place.
      if (!event && !undone) faults.push(`${id} has a link to ${original}, and is gone itself`);
    }
  }
  const { links = 0 } = (await loadSlots(account, [original])).get(original) ?? {};
  if (links === found) return faults;
  return [...faults, `${original} counts ${links} events that refer to it, there are ${found}`];
}
