import type { EventRecord } from "../../shared/ledger/events/event-record.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { newRecord } from "../../shared/ledger/events/submit-event.ts";
import { UNDESCRIBED } from "../../shared/vat/seller/profile.ts";
import { BUILT_IN_RATES } from "./built-in-rates.ts";

/** An event as it is kept, with what a test changes; a non-sale is linked to nothing yet. */
export const makeEventRecord = (
  event: NewEvent,
  changes: Partial<EventRecord> = {},
): EventRecord => {
  const record = newRecord(event, {
    profile: UNDESCRIBED,
    rates: BUILT_IN_RATES,
    commit_id: "commit-1",
    committed_at: "2025-10-01T08:00:00.000Z",
    fingerprint: "fingerprint-1",
  });
  return Object.assign(record, changes);
};
