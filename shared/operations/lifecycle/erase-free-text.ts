import { type AccountRecord, noSuchAccount, RejectedCommand } from "../../accounts/account.ts";
import { withoutNames } from "../../accounts/sources.ts";
import { loadAccount, saveAccount } from "../../accounts/store-accounts.ts";
import { eraseKeyName, loadKeysOf } from "../../accounts/store-keys.ts";
import { updateSources } from "../../accounts/store-sources.ts";
import { ALL_DAYS } from "../../core/calendar/dates.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { accountOf, isSandbox, type LedgerId } from "../../core/ids.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { listedPlace, readIndex } from "../../ledger/events/store-event-list.ts";
import { loadEventState, loadEventStates } from "../../ledger/events/store-events.ts";
import { eraseFullIdentifiers } from "../../ledger/full-identifiers/store-full-identifiers.ts";
import { eraseOrderNames } from "../../ledger/order-names/store-order-names.ts";
import { updateProfile } from "../../ledger/settings/store-settings.ts";
import {
  addedText,
  erasureReport,
  NO_TEXT,
  type Remainder,
  type TextCounts,
  textIn,
  withoutFreeText,
} from "../../ledger/supply-records/free-text.ts";
import { countLocks } from "../../returns/locks/store-locks.ts";
import { withoutName } from "../../vat/seller/profile.ts";
import { saveErased } from "./store-removed-items.ts";

/** The result of an erasure: the erased text, the remaining data, and the reasons. */
export type Erasure = {
  readonly account: LedgerId;
  readonly erased: TextCounts & { readonly events: number; readonly order_names: number };
  readonly remains: readonly Remainder[];
  readonly retention_ends_on: string | null;
};

/**
 * Erases the free text of a closed account that no law requires, and the key of its full identifiers; an active account
 * would add it again. Amounts, links,
 * sums and locked returns stay unchanged. An interrupted run must be repeated.
 * @throws RejectedCommand if the account does not exist or is not closed
 */
export async function eraseFreeText(ledger: LedgerId, now: Date): Promise<Erasure> {
  const record = await closedAccount(ledger);
  const found = await eraseEvents(ledger, now);
  const order_names = await eraseOrderNames(ledger);
  await updateProfile(ledger, withoutName, { now, key_id: null });
  await updateSources(ledger, withoutNames, { now, key_id: null });
  // A sandbox has no keys of its own: those of its account open it.
  const owner = accountOf(ledger);
  for (const { key } of isSandbox(ledger) ? [] : await loadKeysOf(owner, new Date(0))) {
    if (key.name !== undefined) await eraseKeyName(owner, key.key_id);
  }
  await eraseFullIdentifiers(ledger);
  await saveAccount(record, { ...record, text_erased_at: now.toISOString() }, now);
  const locks = await countLocks(ledger);
  return {
    account: ledger,
    erased: { events: found.erased, order_names, ...found.lost },
    remains: erasureReport({ events: found.events, locks, text: found.kept }),
    retention_ends_on: record.retention_ends_on ?? null,
  };
}

async function closedAccount(ledger: LedgerId): Promise<AccountRecord> {
  const record = await loadAccount(ledger);
  if (!record) throw noSuchAccount(ledger);
  if (record.account_state === "closed") return record;
  throw new RejectedCommand(
    `${ledger} is not closed: free text is erased of closed accounts alone`,
  );
}

type ErasureCounts = {
  readonly events: number;
  readonly erased: number;
  readonly lost: TextCounts;
  readonly kept: TextCounts;
};

const EVENTS_AT_ONCE = 100;

async function eraseEvents(ledger: LedgerId, now: Date): Promise<ErasureCounts> {
  let found: ErasureCounts = { events: 0, erased: 0, lost: NO_TEXT, kept: NO_TEXT };
  let place: Awaited<ReturnType<typeof readIndex>>["next"];
  do {
    const { items, next } = await readIndex(ledger, ALL_DAYS, place, { limit: EVENTS_AT_ONCE });
    const states = await loadEventStates(
      ledger,
      items.map((item) => listedPlace(item).event_id),
    );
    for (const { event } of states.values()) {
      if (event) found = added(found, event, await eraseEvent(ledger, event, now));
    }
    place = next;
  } while (place);
  return found;
}

/**
 * Erases the free text of one event. Returns false if there was none. If a recount writes the event meanwhile, starts
 * again from the new version.
 */
async function eraseEvent(ledger: LedgerId, seen: EventRecord, now: Date): Promise<boolean> {
  let record = seen;
  for (;;) {
    const erased = withoutFreeText(record, now, fingerprintOf);
    if (erased === record) return false;
    if (await saveErased(ledger, erased)) return true;
    record = (await loadEventState(ledger, record.event_id)).event ?? erased;
  }
}

function added(found: ErasureCounts, seen: EventRecord, isErased: boolean): ErasureCounts {
  const { lost, kept } = textIn(seen);
  return {
    events: found.events + 1,
    erased: found.erased + (isErased ? 1 : 0),
    lost: addedText(found.lost, lost),
    kept: addedText(found.kept, kept),
  };
}
